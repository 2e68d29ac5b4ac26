import type { FormCase } from '../cases/form-case.ts';
import type { Service } from '../serving/start-service.ts';

/** What a contestant may need to write its page. */
export interface Stage {
  service: Service;
  /** The page that was built for `id` in `peers/`, with the place for its definition. */
  builtPage(id: string): Promise<string>;
}

/** One way to put a form into a page. */
export interface Contestant {
  /** As `--contestants` names it. */
  id: string;
  title: string;
  /** The page with the form of `form`; `undefined`: it cannot be had now, and is left out. */
  page(form: FormCase, stage: Stage): Promise<string | undefined>;
  /** The button that sends. */
  submit: string;
  /**
   * What is on the screen when an empty form was refused, if that is not the browser's own bubble.
   */
  error?: string;
  /** The event that tells that a filled form was taken; the pages of peers tell `bench-sent`. */
  sent: string;
  /** Where scripts and styles come from, beside the page's own origin. */
  origin?(stage: Stage): string;
  /** Of its styles, which stand in the page; it is always opened under the strict policy. */
  nonce?: string;
}
