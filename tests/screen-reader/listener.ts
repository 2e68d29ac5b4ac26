import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Desktop, startDesktop } from './desktop.ts';

const PREFERENCES = JSON.parse(
  readFileSync(new URL('firefox-preferences.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
/** A screen reader has finished when it has been silent for this long. */
const SILENCE_MS = 1_200;
const LIMIT_MS = 60_000;
const MOST_STOPS = 30;

/** A candidate who listens: presses keys in Firefox and hears what Orca says. */
export class Listener {
  readonly #desktop: Desktop;
  readonly #log: { time: number; line: string }[] = [];

  private constructor(desktop: Desktop) {
    this.#desktop = desktop;
  }

  static async start(): Promise<Listener> {
    return new Listener(await startDesktop('es_PE.UTF-8'));
  }

  open(url: string): void {
    const profile = join(this.#desktop.folder, 'profile');
    mkdirSync(profile);
    writeFileSync(
      join(profile, 'user.js'),
      Object.entries(PREFERENCES)
        .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`)
        .join(''),
    );
    this.#note(`opens ${new URL(url).pathname}`);
    const options = ['--profile', profile, '--no-remote', '--new-instance'];
    this.#desktop.start('firefox-esr', ...options, url);
  }

  /** Presses one key after another and listens to the end each time; returns what was said. */
  async press(...keys: string[]): Promise<string> {
    const since = Date.now();
    for (const key of keys) {
      this.#note(`[${key}]`);
      execFileSync('xdotool', ['key', '--delay', '25', key], { env: this.#desktop.env });
      await this.silence();
    }
    return this.heardSince(since);
  }

  /** Types like a person and listens to the end; returns what was said. */
  async type(text: string): Promise<string> {
    const since = Date.now();
    this.#note(`types ${text}`);
    execFileSync('xdotool', ['type', '--delay', '120', text], { env: this.#desktop.env });
    await this.silence();
    return this.heardSince(since);
  }

  /**
   * Presses Tab until one sentence begins with `stop`; returns all that was said about that stop. Give
   * name and role, which are one sentence only for the focus: when Orca reads the page, they are two.
   */
  async tabTo(stop: string): Promise<string> {
    for (let presses = 0; presses < MOST_STOPS; presses += 1) {
      const since = Date.now();
      await this.press('Tab');
      // Orca first echoes the key. On a busy machine, it announces the focus after a silence.
      await this.hear(/^(?!tab$)/i, since);
      await this.silence();
      if (this.#begun(since).some(({ text }) => text.startsWith(stop)))
        return this.heardSince(since);
    }
    throw new Error(`no stop was announced as ${stop}\n${this.transcript()}`);
  }

  /** Waits until a sentence that matches begins, spoken after `since`. */
  async hear(pattern: RegExp, since = 0): Promise<string> {
    const deadline = Date.now() + LIMIT_MS;
    for (;;) {
      const found = this.#begun(since).find(({ text }) => pattern.test(text));
      if (found) return found.text;
      if (Date.now() > deadline) throw new Error(`not heard: ${pattern}\n${this.transcript()}`);
      await wait(50);
    }
  }

  /** Waits until nothing has been said for {@link SILENCE_MS}. */
  async silence(): Promise<void> {
    const started = Date.now();
    while (Date.now() - started < LIMIT_MS) {
      const last = this.#desktop.sentences().at(-1);
      const silentSince = Math.max(last?.time ?? 0, started);
      if (last?.event !== 'begin' && Date.now() - silentSince > SILENCE_MS) return;
      await wait(50);
    }
  }

  /** Does something while the screen reader is so slow that it notices only afterwards. */
  async lag(work: () => Promise<unknown>): Promise<void> {
    this.#note('the screen reader stops');
    this.#desktop.pauseScreenReader();
    try {
      await work();
    } finally {
      this.#desktop.resumeScreenReader();
      this.#note('the screen reader goes on');
    }
  }

  heardSince(since: number): string {
    return this.#begun(since)
      .map(({ text }) => text)
      .join(' / ');
  }

  /** How many sentences spoken after `since` match. */
  countSince(since: number, pattern: RegExp): number {
    return this.#begun(since).filter(({ text }) => pattern.test(text)).length;
  }

  /** Keys and sentences in order, as a test artifact. */
  transcript(): string {
    const said = this.#desktop.sentences().flatMap(({ time, event, text, language, heard }) => {
      if (event === 'begin') return [{ time, line: `    “${text}” (${language})` }];
      return event === 'interrupted' ? [{ time, line: `    … interrupted after “${heard}”` }] : [];
    });
    const rows = [...this.#log, ...said].toSorted((a, b) => a.time - b.time);
    const start = rows[0]?.time ?? 0;
    return rows
      .map(({ time, line }) => `${((time - start) / 1_000).toFixed(2).padStart(8)}  ${line}`)
      .join('\n');
  }

  async close(transcriptFile: string): Promise<void> {
    mkdirSync(dirname(transcriptFile), { recursive: true });
    writeFileSync(transcriptFile, `${this.transcript()}\n`);
    await this.#desktop.close();
  }

  #begun(since: number) {
    return this.#desktop
      .sentences()
      .filter(({ event, time }) => event === 'begin' && time >= since);
  }

  #note(line: string): void {
    this.#log.push({ time: Date.now(), line });
  }
}
