import type { SubmissionChannel } from 'precandidate-contract';
import type { FormRenderer } from '../workers/form-renderer.ts';
import { drawnLocale } from './drawn-locale.ts';
import { elementMarkup, standingMarkup, type FormSheet } from './element-markup.ts';
import type { Openings } from './bootstraps.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';
import { standingCard } from './standing-card.ts';

/** The element as mark-up to paste, so that a page has it before a script has run, or without any. */
export interface ElementDrawing {
  /**
   * With its fields, or with how the form stands; `undefined` when that cannot be drawn.
   *
   * @param nonce - of the page's policy; `undefined`: its styles are linked to
   */
  draw(token: string, scope: SessionScope, nonce?: string): Promise<string | undefined>;
}

export function createElementDrawing(parts: {
  bootstraps: Openings;
  renderer: FormRenderer;
  channel: SubmissionChannel;
  /** Where browsers reach the proxy, without a slash at the end. */
  public_url: () => string;
  /** Its styles; `undefined` when there are none. */
  sheet: FormSheet | undefined;
}): ElementDrawing {
  const { bootstraps, renderer, channel, sheet } = parts;

  return {
    async draw(token, scope, nonce) {
      if (sheet === undefined) return undefined;
      // Under `handoff` what is typed here goes nowhere: who has no script is led on at once.
      const isCollected = channel !== 'handoff';
      const { bootstrap } = await bootstraps.open(scope, { fields: isCollected });
      const { snapshot, record } = bootstrap;
      const { html, fingerprint = '' } = bootstrap.fields ?? {};
      const isToFill = ['open', 'refused', 'unconfirmed'].includes(snapshot.state);
      if (isToFill && isCollected && html === undefined) return undefined;
      const locale = drawnLocale([scope.locale], record?.country_code ?? null);
      const words = await renderer.words(locale);
      const element = { token, scope, sheet, nonce, words, public_url: parts.public_url() };
      if (html === undefined) return standingMarkup(element, standingCard(snapshot, words));
      const fields = { html, fingerprint };
      if (snapshot.state === 'open') return elementMarkup(element, fields);
      // What was refused is nowhere any more, so it cannot stand in the fields.
      const { title } = words.states.refused;
      const sentence = { title, text: words.problems['validation-failed'].text };
      return elementMarkup(element, fields, { sentence, tone: 'trouble' });
    },
  };
}
