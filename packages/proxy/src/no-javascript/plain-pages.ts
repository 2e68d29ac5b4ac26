import {
  PROBLEMS,
  type FormData,
  type SubmissionChannel,
  type SubmissionState,
  type Violation,
} from 'precandidate-contract';
import { ProblemError } from '../plugins/problem-error.ts';
import type { FormRenderer } from '../workers/form-renderer.ts';
import { type Card, cardPage, formPage, lookAgain, sendAgain, typedBefore } from './page.ts';
import type { PostedForm } from '../workers/rendering-job.ts';
import type { FormRow } from '../status/form-row.ts';
import { canonicalJson } from '../submissions/canonical-json.ts';
import type { CityLists } from '../locodes/city-lists.ts';
import { digest } from '../submissions/digest.ts';
import { drawnLocale } from '../bootstrap/drawn-locale.ts';
import type { FormSchemas } from '../schemas/form-schemas.ts';
import { PLAIN_WORDS } from './plain-words.ts';
import type { SessionScope } from '../sessions/session-tokens.ts';
import { standingCard } from '../bootstrap/standing-card.ts';
import type { StatusWatch } from '../status/status-watch.ts';
import type { Submissions } from '../submissions/submissions.ts';
import { fieldOf, toSnapshot } from '../status/to-snapshot.ts';
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

type Locales = readonly (string | undefined)[];

/** The way of a candidate whose browser runs no script: each press of a button leads to a page. */
export interface PlainPages {
  /**
   * Submits what was posted, once however often it is posted. Answers `settled` when nothing is left
   * to fill in, as `show` tells; or the form again, with what was typed. Rejects where there is no
   * form to draw.
   */
  submit(scope: SessionScope, post: Post): Promise<PlainPage | 'settled'>;
  /**
   * How a form stands by now.
   *
   * @param address - where the same is told later; absent: nowhere
   */
  show(scope: SessionScope, address?: string): Promise<PlainPage>;
  /** To whoever comes without a receipt: it is not told how anything stands. */
  turnAway(locales: Locales): Promise<PlainPage>;
  /**
   * Tells what stands in the way. `post` is what came, if anything did.
   *
   * @param locales - BCP 47 tags of the browser, most wanted first
   * @param isOurs - whether the post came from a form of ours
   */
  tell(
    problem: ProblemError,
    post: Post | undefined,
    locales: Locales,
    isOurs: boolean,
  ): Promise<PlainPage>;
}

/** Problems of a submit that leave nothing to correct. */
const SETTLING = new Set(['already-submitted', 'submission-in-progress']);
const UNDER_WAY = new Set<SubmissionState>(['sending', 'sent']);

export function createPlainPages(parts: {
  schemas: FormSchemas;
  watch: StatusWatch;
  renderer: FormRenderer;
  submissions: Submissions;
  cityLists: CityLists;
  channel: SubmissionChannel;
  /** Address of the sheet of such pages. */
  sheet: () => string;
}): PlainPages {
  const { schemas, watch, renderer, submissions } = parts;

  async function formOf(scope: SessionScope, { entries }: Post, row: FormRow) {
    const { schema } = await schemas.forSession(scope);
    // As the pasted form was drawn, whatever the browser prefers: numbers are read as it wrote them.
    const { locale, country } = spokenTo(scope, row);
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
      const { person_id, form_id } = scope;
      const row = await watch.find(person_id, form_id);
      if (row.state === 'submitted') return 'settled';
      const form = await formOf(scope, post, row);
      const words = await renderer.words(form.locale);
      const reading = await renderer.read(form);
      const { session } = post;
      const page = { words, sheet: parts.sheet(), session };
      const again = (fields: string, status: number, notice?: Card): PlainPage => ({
        status,
        html: formPage({ ...page, fields, notice }),
      });
      // An older page of the form, by the way back: its errors are of no interest to anybody.
      if (reading.outcome !== 'ready' && UNDER_WAY.has(row.state)) return 'settled';
      if (reading.outcome === 'wrong') return again(reading.fields, 422);
      if (reading.outcome === 'more')
        return again(reading.fields, 200, { sentence: words.more, tone: 'busy' });
      if (reading.outcome === 'changed')
        return again(reading.fields, 200, { sentence: words.listChanged, tone: 'busy' });
      try {
        const key = keyOf(scope, reading.data);
        const snapshot = await submissions.submit(person_id, form_id, key, reading.data);
        if (snapshot.state !== 'open') return 'settled';
        return { status: 200, html: cardPage({ ...page, ...standingCard(snapshot, words) }) };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { problemName, problem } = error;
        if (SETTLING.has(problemName)) return 'settled';
        if (problemName === 'validation-failed') {
          const violations: readonly Violation[] = problem.errors ?? [];
          return again((await renderer.read({ ...form, violations })).fields, 422);
        }
        const sentence = words.problems[problemName];
        return again(reading.fields, problem.status, { sentence, tone: 'trouble' });
      }
    },

    async show(scope, address) {
      const row = await watch.find(scope.person_id, scope.form_id);
      const words = await renderer.words(spokenTo(scope, row).locale);
      const snapshot = toSnapshot(row, parts.channel);
      const isGoingOn = UNDER_WAY.has(snapshot.state) && address !== undefined;
      const card = {
        ...standingCard(snapshot, words, row.acknowledged === 1),
        ...(isGoingOn && { below: lookAgain(address, words.lookAgain) }),
      };
      return { status: 200, html: cardPage({ words, sheet: parts.sheet(), ...card }) };
    },

    async turnAway(locales) {
      const words = await renderer.words(drawnLocale(locales, null)).catch(() => PLAIN_WORDS);
      const card = { sentence: words.unproven, tone: 'busy' } as const;
      return { status: 401, html: cardPage({ words, sheet: parts.sheet(), ...card }) };
    },

    async tell({ problem, problemName }, post, locales, isOurs) {
      const words = await renderer.words(drawnLocale(locales, null)).catch(() => PLAIN_WORDS);
      // That of a session which has ended, its token is refused for good.
      const canRetry = PROBLEMS[problemName].retryable && problemName !== 'session-expired';
      const below =
        canRetry && post !== undefined
          ? sendAgain(words, [['session', post.session], ...post.entries])
          : isOurs
            ? typedBefore(words, typedIn(post?.entries ?? [], words.labels))
            : undefined;
      const sentence = words.problems[problemName];
      const card = { words, sheet: parts.sheet(), sentence, tone: 'trouble', below } as const;
      return { status: problem.status, html: cardPage(card) };
    },
  };
}

function spokenTo(scope: SessionScope, row: FormRow): { locale: string; country: string | null } {
  const country = fieldOf(row, 'country_code')?.toUpperCase() ?? null;
  return { locale: drawnLocale([scope.locale], country), country };
}

/** The same data of one session is one submission, however often its page is sent or loaded again. */
function keyOf({ session_id }: SessionScope, data: FormData): string {
  return digest('page', session_id, canonicalJson(data));
}
