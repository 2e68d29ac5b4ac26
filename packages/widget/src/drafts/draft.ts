import type { FormData, FormSchema } from 'precandidate-contract';
import type { FilledIn } from '../element/filled-in.ts';
import { isEmpty } from './cleared-fields.ts';
import { DraftBox } from './draft-box.ts';
import { answersIn, withAnswers, type EarlyAnswers } from './early-answers.ts';
import { DraftKeys } from './draft-keys.ts';
import { fittingValues } from './fitting-values.ts';

/** Longest that a form waits for what was kept of it, in ms after it could be drawn. */
const PATIENCE = 3_000;

/** The form whose values are kept. */
export interface DraftSource {
  storage: Storage;
  /** The item in the storage, `<prefix of all drafts>:<name of the form>`. */
  name: string;
  /** Asks the proxy for the keys of its draft, newest first. */
  askKeys: () => Promise<readonly string[]>;
  /**
   * The values as they stand. `whole`: with what is being typed, which costs a drawing.
   * `undefined` while there is no form.
   */
  read: (whole: boolean) => FormData | undefined;
  /** What differs from the fields as they were drawn; `undefined` while none stand. */
  early: () => EarlyAnswers | undefined;
}

/** What was kept of a form. */
export interface KeptForm {
  /** What fits the schema; `undefined` when nothing does. */
  values: FormData | undefined;
  /** What was filled in before the form listened, newer than the values. */
  answers: readonly FilledIn[];
}

/**
 * Keeps what is typed, encrypted, for as long as the tab lives, an hour at most. Where the browser
 * has no storage or no cryptography it keeps nothing, and says nothing of it.
 */
export class Draft {
  readonly #source: DraftSource;
  readonly #box: DraftBox;
  readonly #keys: DraftKeys;
  /** Looks into the box, once and before anything is written. */
  #reading: Promise<void> | undefined;
  /** What lay there and is not in the form, yet or since it came too late: each save carries it on. */
  #carried: unknown;
  #isRestored = false;
  #saving: Promise<void> | undefined;
  #isWanted = false;
  /** Counts the times that the draft was thrown away: what is sealed meanwhile is not written. */
  #round = 0;
  #leaving: AbortController | undefined;

  constructor(source: DraftSource) {
    this.#source = source;
    this.#box = new DraftBox(source.storage, source.name);
    this.#keys = new DraftKeys(source.askKeys);
    void this.#keys.get();
  }

  /**
   * What was kept and fits the schema; `undefined` when that is nothing or it cannot be had in time.
   *
   * @param fingerprint - of the form as a server draws it; absent when nobody knows
   */
  async restore(schema: FormSchema, fingerprint?: string): Promise<KeptForm | undefined> {
    const keys = await inTime(this.#keys.get());
    if (keys === undefined) return undefined;
    const kept = await this.#kept(keys);
    this.#isRestored = true;
    const fitting = fittingValues(kept, schema);
    const values = fitting === undefined || isEmpty(fitting) ? undefined : fitting;
    const answers = answersIn(kept, fingerprint);
    return values || answers.length > 0 ? { values, answers } : undefined;
  }

  /** Something is being typed: should the page be left before it is told, it is kept all the same. */
  typed(): void {
    if (this.#leaving !== undefined) return;
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const saveAll = () => {
      this.#source.read(true);
      this.save();
    };
    // While what comes next is loading, the page lives on for long enough to save.
    globalThis.addEventListener('beforeunload', saveAll, { signal });
    globalThis.addEventListener('pagehide', saveAll, { signal });
    globalThis.addEventListener('online', saveAll, { signal });
    document.addEventListener('visibilitychange', saveAll, { signal });
  }

  /** Keeps the values as they stand; of several calls at once, the last one counts. */
  save(): void {
    this.#isWanted = true;
    if (this.#saving !== undefined) return;
    this.#saving = this.#saveWanted().finally(() => {
      this.#saving = undefined;
    });
  }

  /** Throws away what is kept. */
  discard(): void {
    this.close();
    this.#reading = Promise.resolve();
    this.#carried = undefined;
    this.#box.remove();
  }

  /** Ends what is under way; what is kept stays. */
  close(): void {
    this.#round += 1;
    this.#isWanted = false;
    this.#leaving?.abort();
    this.#leaving = undefined;
  }

  async #saveWanted(): Promise<void> {
    const keys = await this.#keys.get();
    if (keys === undefined) return;
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#saveOnce(keys).catch(() => {});
    }
    this.#leaving?.abort();
    this.#leaving = undefined;
  }

  async #saveOnce(keys: readonly string[]): Promise<void> {
    const round = this.#round;
    await this.#kept(keys);
    const early = this.#source.early();
    const values = this.#source.read(false);
    if (early === undefined) return;
    // Given to the form, it is among the values.
    if (values !== undefined && this.#isRestored) this.#carried = undefined;
    const carried = typeof this.#carried === 'object' ? this.#carried : {};
    const all = withAnswers({ ...carried, ...values }, carried, early, values !== undefined);
    const sealed = await this.#box.seal(all, keys);
    if (round === this.#round) this.#box.write(sealed);
  }

  /** What was kept by an earlier page and is not in the form. */
  async #kept(keys: readonly string[]): Promise<unknown> {
    this.#reading ??= this.#box.isEmpty
      ? Promise.resolve()
      : this.#box.open(keys).then((kept) => {
          this.#carried = kept;
        });
    await this.#reading;
    return this.#carried;
  }
}

async function inTime<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
}
