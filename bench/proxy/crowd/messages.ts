/** One browser: whom it watches, and where; of several addresses the next one after each break. */
export interface Watcher {
  person_id: string;
  form_id: string;
  token: string;
  urls: readonly string[];
}

/** What the parent orders of the process that plays the browsers. */
export type Order =
  /** Opens these, so many a second. */
  | { kind: 'open'; id: number; watchers: Watcher[]; per_second: number }
  /** Closes the oldest `count`. */
  | { kind: 'close'; count: number }
  | { kind: 'report' };

/** When a status was first heard by each watcher that heard it (epoch ms), by status. */
export type Heard = Record<string, number[]>;

export interface CrowdReport {
  /** Streams that are open and have brought their first snapshot. */
  open: number;
  /** How often a stream broke and was opened again. */
  resumed: number;
  /** Answers that were no stream, by status. */
  refused: Record<string, number>;
  heard: Heard;
  /** How many watchers know which status at the moment. */
  known: Record<string, number>;
  /** What came over all connections that are open. */
  bytes: number;
}

export type Answer =
  /** All of one order have had their first snapshot. */
  { kind: 'opened'; id: number } | { kind: 'report'; report: CrowdReport };
