import type { FormData } from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import type { Database } from '../db/database.ts';
import type { Sealer } from '../shared/sealer.ts';

/** Values that a session was minted with, sealed, kept as long as its token lives. */
export class Prefills {
  readonly #db: Database;
  readonly #sealer: Sealer;

  constructor(db: Database, sealer: Sealer) {
    this.#db = db;
    this.#sealer = sealer;
  }

  async put(
    {
      session_id,
      person_id,
      expires_at,
    }: Pick<SessionScope, 'session_id' | 'person_id' | 'expires_at'>,
    values: FormData,
  ): Promise<void> {
    await this.#db.query(
      'insert into prefills(session_id, person_id, sealed, expires_at) values ($1, $2, $3, $4)',
      session_id,
      person_id,
      await this.#sealer.seal(JSON.stringify(values), contextOf(session_id)),
      expires_at,
    );
  }

  /** Rejects when this process lacks the secret that sealed them. */
  async find(session_id: string): Promise<FormData | undefined> {
    const [row] = await this.#db.query<{ sealed: Uint8Array<ArrayBuffer> }>(
      'select sealed from prefills where session_id = $1',
      session_id,
    );
    if (row === undefined) return undefined;
    const json = await this.#sealer.open(row.sealed, contextOf(session_id));
    return JSON.parse(json.toString()) as FormData;
  }
}

const contextOf = (session_id: string): string => `prefill ${session_id}`;
