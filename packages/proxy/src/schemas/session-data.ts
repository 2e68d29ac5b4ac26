import type { SessionRequest } from 'precandidate-contract';
import type { SessionScope } from '../auth/session-tokens.ts';
import { changeRow, type Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { ifNotErased } from '../forms/form-store.ts';
import type { Sealer } from '../shared/sealer.ts';

/** What a session was minted with and its token does not contain. */
export type SessionData = Pick<SessionRequest, 'prefill' | 'ui_schema'>;

/** The data of sessions, sealed, kept as long as their tokens live. */
export class SessionDataStore {
  readonly #db: Database;
  readonly #sealer: Sealer;

  constructor(db: Database, sealer: Sealer) {
    this.#db = db;
    this.#sealer = sealer;
  }

  /** Stores nothing of an erased person. */
  async put(
    {
      session_id,
      person_id,
      expires_at,
    }: Pick<SessionScope, 'session_id' | 'person_id' | 'expires_at'>,
    data: SessionData,
  ): Promise<void> {
    const sealed = await this.#sealer.seal(JSON.stringify(data), contextOf(session_id));
    const insert = sql`insert into session_data(session_id, person_id, sealed, expires_at) values (${session_id}, ${person_id}, ${sealed}, ${expires_at})`;
    await changeRow(this.#db, ifNotErased(person_id), [insert]);
  }

  /** Rejects when this process lacks the secret that sealed it. */
  async find(session_id: string): Promise<SessionData | undefined> {
    const [row] = await this.#db.query<{ sealed: Uint8Array<ArrayBuffer> }>(
      sql`select sealed from session_data where session_id = ${session_id}`,
    );
    if (row === undefined) return undefined;
    const json = await this.#sealer.open(row.sealed, contextOf(session_id));
    return JSON.parse(json.toString()) as SessionData;
  }
}

const contextOf = (session_id: string): string => `session ${session_id}`;
