import { randomUUID } from 'node:crypto';
import fp from 'fastify-plugin';
import { type Settings, VERSION } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import type { App } from '../http/app-type.ts';
import { digest } from '../shared/digest.ts';

/** Keeps this process in the list of those on the database, which `check` reads. */
export const processes = fp(
  async (app: App) => {
    const { db, settings, clock, onBackgroundError: onError } = app;
    const id = randomUUID();
    const secrets = JSON.stringify(fingerprintsOf(settings));
    let timer: NodeJS.Timeout | undefined;

    async function report(): Promise<void> {
      await db.queryLossy(
        `insert into processes(id, version, secrets, seen_at) values ($1, $2, $3, $4)
         on conflict(id) do update set seen_at = excluded.seen_at`,
        id,
        VERSION,
        secrets,
        clock.now(),
      );
    }

    app.addHook('onReady', async () => {
      await report();
      timer = setInterval(() => void report().catch(onError), SEEN_EVERY_MS).unref();
    });
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await db.queryLossy('delete from processes where id = $1', id).catch(onError);
    });
  },
  { name: 'processes', dependencies: ['database'] },
);

/**
 * Secrets that the processes behind one address must share. `first`: what one process does with its first
 * value, every other one must accept. `any`: one value in common is enough.
 */
const SHARED_SECRETS = {
  SESSION_SECRETS: 'first',
  BACKEND_KEYS: 'any',
  WEBHOOK_SECRETS: 'first',
  RELAY_SECRET: 'any',
} as const;
type SharedSecret = keyof typeof SHARED_SECRETS;
const NAMES = Object.keys(SHARED_SECRETS) as SharedSecret[];

const SEEN_EVERY_MS = 30_000;
/** A process that was not seen for so long has ended without removing its row. */
export const GONE_AFTER_MS = 3 * SEEN_EVERY_MS;

/** A running process, as the others see it. */
export interface ProcessRow {
  version: string;
  /** JSON: a {@link Fingerprints}. */
  secrets: string;
}

/** A hash of each value of each secret; the secrets are random, so nobody can find them by their hash. */
type Fingerprints = Partial<Record<SharedSecret, readonly string[]>>;

export function fingerprintsOf(settings: Settings): Fingerprints {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const values = [settings[name] ?? []].flat();
      return values.length > 0 ? [[name, values.map((value) => digest(name, value))]] : [];
    }),
  );
}

/** The processes that use this database now. */
export function findProcesses(db: Database, now: number): Promise<ProcessRow[]> {
  return db.query<ProcessRow>(
    'select version, secrets from processes where seen_at > $1',
    now - GONE_AFTER_MS,
  );
}

/**
 * The secrets in which processes differ. `conflict`: what one process signs or expects, another refuses.
 * `rotation`: each accepts what the others sign, as while a secret is replaced.
 */
export function differingSecrets(
  own: Fingerprints,
  others: readonly ProcessRow[],
): { name: SharedSecret; kind: 'conflict' | 'rotation' }[] {
  return NAMES.flatMap((name) => {
    const mine = own[name] ?? [];
    const theirs = others.map(({ secrets }) => (JSON.parse(secrets) as Fingerprints)[name] ?? []);
    const kinds = theirs.map((each) => relationOf(mine, each, SHARED_SECRETS[name]));
    const kind = (['conflict', 'rotation'] as const).find((each) => kinds.includes(each));
    return kind === undefined ? [] : [{ name, kind }];
  });
}

function relationOf(mine: readonly string[], theirs: readonly string[], rule: 'first' | 'any') {
  if (mine.join() === theirs.join()) return 'same';
  const [myFirst = ''] = mine;
  const [theirFirst = ''] = theirs;
  const fits =
    rule === 'first'
      ? mine.includes(theirFirst) && theirs.includes(myFirst)
      : mine.some((each) => theirs.includes(each));
  return fits ? 'rotation' : 'conflict';
}
