import type { FormSchema, ProblemName, Snapshot } from 'precandidate-contract';

/** A path answers with a problem, never (`silence`), or by breaking the line (`hang-up`). */
export type Failure = ProblemName | 'silence' | 'hang-up';

/** How the scripted proxy answers one path: it fails, or gives a change of the snapshot. */
export type Answer = Failure | Partial<Snapshot>;

/** One element of the gallery: what the proxy answers it, and what the page does with it. */
export interface Specimen {
  /** Part of its addresses and of its anchor in the page. */
  name: string;
  /** What one sees. */
  title: string;
  /** What one should know of it. */
  note?: string;
  /** Default: two fields that are filled in already. */
  schema?: FormSchema;
  /** Two upper-case letters; default `PE`. */
  country_code?: string;
  /** Where the form stands when it is opened; default: open. */
  snapshot?: Partial<Snapshot>;
  /** What each path answers in place of that. */
  answers?: { bootstrap?: Failure; submission?: Answer };
  /** Default `gallery`. */
  pipeline_name?: string;
  /**
   * What the page's script does; default nothing. `leave` fills the first field in and goes on,
   * `offline` submits without a network, `remove` takes the first entry out of a list, `restore` fills in and opens the form again, `wait`
   * withholds the session.
   */
  act?: 'leave' | 'offline' | 'remove' | 'restore' | 'submit' | 'wait';
  /** What `leave` and `restore` fill in. */
  fill?: string;
  /** The element's `state` in the end; default `ready`. */
  ends?: string;
  /** Its language, where it is not the page's. */
  language?: 'es' | 'pt' | 'en' | 'ar';
  /** The host's words for it, by language. */
  messages?: Readonly<Record<string, object>>;
  /** Its theme, where it is not the page's. */
  theme?: string;
}

/** Specimens that belong side by side. */
export interface Section {
  name: string;
  title: string;
  specimens: readonly Specimen[];
}
