import type { FormCase } from '../cases.ts';
import type { Service } from '../serving/start-service.ts';

/** What a contestant may need to write its page. */
export interface Stage {
  service: Service;
  /** The page that was built for `id` in `peers/`, with a placeholder for its definition. */
  builtPage(id: string): Promise<string>;
}

/** One way to put a form into a page. */
export interface Contestant {
  /** The name in `--contestants`. */
  id: string;
  title: string;
  /** The page with `form`; `undefined` when the contestant is unavailable and left out. */
  page(form: FormCase, stage: Stage): Promise<string | undefined>;
  /** Selector of the submit button. */
  submit: string;
  /** Selector of an error; absent when the browser's own bubble is the only one. */
  error?: string;
  /** The styles come with the page, not with a style sheet of their own. */
  hasInlineStyles?: boolean;
  /** Of the styles inside the page, which then has the strict policy. */
  nonce?: string;
  /** A style sheet that the page links. */
  style?: { path: string; css: string };
}

/** The host's page around a form, for all contestants without a build. */
export function pageOf({ head = '', body }: { head?: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Your details</title>
  ${head}
</head>
<body>
  <main>
  <h1>Your details</h1>
${body}
  </main>
</body>
</html>`;
}
