import {
  PROBLEMS,
  type FormData,
  type ProblemName,
  type Snapshot,
  type Violation,
} from 'precandidate-contract';
import type { PageWords } from 'precandidate-form/server';
import { ProblemError } from '../problem-error.ts';
import type { FormRenderer } from '../rendering/form-renderer.ts';
import {
  cardPage,
  formPage,
  linkTo,
  sendAgain,
  type Sentence,
  type Tone,
  typedBefore,
} from '../rendering/page.ts';
import type { PostedForm } from '../rendering/rendering-job.ts';
import { canonicalJson } from './canonical-json.ts';
import type { CityLists } from './city-lists.ts';
import { digest } from './digest.ts';
import { drawnLocale } from './drawn-locale.ts';
import type { FormSchemas } from './form-schemas.ts';
import { PLAIN_WORDS } from './plain-words.ts';
import type { SessionScope } from './session-tokens.ts';
import type { StatusWatch } from './status-watch.ts';
import type { Submissions } from './submissions.ts';
import { fieldOf } from './to-snapshot.ts';
import { typedIn } from './typed-in.ts';

/** A form as a browser without scripts posted it. */
export interface Post {
  /** The session token. */
  session: string;
  /** Names and values, the token aside, in the order of the page. */
  entries: readonly (readonly [name: string, value: string])[];
}

/** A page of ours, as it goes out. */
export interface PlainPage {
  status: number;
  html: string;
}

/** The way of a candidate whose browser runs no script: each press of a button leads to a page. */
export interface PlainPages {
  /**
   * Submits what was posted, once however often it is posted, and tells how that went; or the form
   * again, with what was typed. Rejects where there is no form to draw.
   */
  submit(scope: SessionScope, post: Post): Promise<PlainPage>;
  /**
   * Tells what stands in the way. `post` is what came, if anything did.
   *
   * @param locales - BCP 47 tags of the browser, most wanted first
   */
  tell(
    problem: ProblemError,
    post: Post | undefined,
    locales: readonly (string | undefined)[],
  ): Promise<PlainPage>;
}

/** Outcomes of a submit that leave nothing to correct. */
const SETTLED: Partial<Record<ProblemName, Tone>> = {
  'already-submitted': 'good',
  'submission-in-progress': 'busy',
};

export function createPlainPages(parts: {
  schemas: FormSchemas;
  watch: StatusWatch;
  renderer: FormRenderer;
  submissions: Submissions;
  cityLists: CityLists;
  /** Address of the sheet of such pages. */
  sheet: () => string;
}): PlainPages {
  const { schemas, watch, renderer, submissions } = parts;

  async function formOf(scope: SessionScope, { entries }: Post) {
    const [{ schema }, row] = await Promise.all([
      schemas.forSession(scope),
      watch.find(scope.person_id, scope.form_id),
    ]);
    const country = fieldOf(row, 'country_code')?.toUpperCase() ?? null;
    // As the pasted form was drawn, whatever the browser prefers: numbers are read as it wrote them.
    const locale = drawnLocale([scope.locale], country);
    const text = JSON.stringify(schema);
    const cities = text.includes('"city_locode"') ? await citiesOf(country) : undefined;
    return { schema: text, locale, country, entries, cities } satisfies PostedForm;
  }

  /** A city is typed by its name; without the list it is told by its code. */
  async function citiesOf(country: string | null): Promise<string | undefined> {
    const list = await parts.cityLists.find(country ?? '').catch(() => undefined);
    return list?.bodies.identity.toString();
  }

  return {
    async submit(scope, post) {
      const form = await formOf(scope, post);
      const words = await renderer.words(form.locale);
      const reading = await renderer.read(form);
      const { session } = post;
      const page = { words, sheet: parts.sheet(), session };
      const again = (fields: string, status: number, notice?: Sentence & { tone: Tone }) => ({
        status,
        html: formPage({ ...page, fields, notice }),
      });
      if (reading.outcome === 'wrong') return again(reading.fields, 422);
      if (reading.outcome === 'more')
        return again(reading.fields, 200, { ...words.more, tone: 'busy' });
      if (reading.outcome === 'changed')
        return again(reading.fields, 200, { ...words.listChanged, tone: 'busy' });
      try {
        const { person_id, form_id } = scope;
        const key = keyOf(scope, reading.data);
        return standing(page, await submissions.submit(person_id, form_id, key, reading.data));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { problemName, problem } = error;
        if (problemName === 'validation-failed') {
          const violations: readonly Violation[] = problem.errors ?? [];
          return again((await renderer.read({ ...form, violations })).fields, 422);
        }
        const tone = SETTLED[problemName];
        const sentence = words.problems[problemName];
        if (tone) return { status: problem.status, html: cardPage({ ...page, sentence, tone }) };
        return again(reading.fields, problem.status, { ...sentence, tone: 'trouble' });
      }
    },

    async tell({ problem, problemName }, post, locales) {
      const words = await renderer.words(drawnLocale(locales, null)).catch(() => PLAIN_WORDS);
      const { retryable } = PROBLEMS[problemName];
      const below =
        // The token is ours, so what came with it was typed into a form of ours.
        problemName === 'session-expired'
          ? typedBefore(words, typedIn(post?.entries ?? []))
          : retryable && post !== undefined
            ? sendAgain(words, [['session', post.session], ...post.entries])
            : undefined;
      const sentence = words.problems[problemName];
      const card = { words, sheet: parts.sheet(), sentence, tone: 'trouble', below } as const;
      return { status: problem.status, html: cardPage(card) };
    },
  };
}

/** The same data of one session is one submission, however often its page is sent or loaded again. */
function keyOf({ session_id }: SessionScope, data: FormData): string {
  return digest('page', session_id, canonicalJson(data));
}

/** Where the form stands, in the words of the element's states. */
function standing(
  page: { words: PageWords; sheet: string },
  { state, by, form_url }: Snapshot,
): PlainPage {
  const { states } = page.words;
  const card = (sentence: Sentence, tone: Tone, status = 200) => ({
    status,
    html: cardPage({ ...page, sentence, tone }),
  });
  switch (state) {
    case 'submitted':
      return card(by === 'elsewhere' ? states.elsewhere : states.submitted, 'good');
    case 'sent':
      return card(states.sent, 'busy');
    case 'sending':
      return card(states.sending, 'busy', 202);
    default: {
      // With SUBMISSION_CHANNEL=handoff nothing is sent.
      const below = form_url === null ? undefined : linkTo(form_url, page.words.openForm);
      const sentence = { title: states.handedOff.title, text: page.words.handOff };
      return { status: 200, html: cardPage({ ...page, sentence, tone: 'busy', below }) };
    }
  }
}
