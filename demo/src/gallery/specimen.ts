import type { FormSchema, ProblemName, Snapshot, UiSchema } from 'precandidate-contract';

/** A response with a problem, no response (`stall`), or a broken connection (`reset`). */
export type Failure = ProblemName | 'stall' | 'reset';

/** How the scripted proxy responds on one path: it fails, or changes the snapshot. */
export type ScriptedResponse = Failure | Partial<Snapshot>;

/** One element of the gallery: the responses of its proxy, and what the page does with it. */
export interface Specimen {
  /** Part of its URLs and its anchor in the page. */
  name: string;
  title: string;
  note?: string;
  /** Default: two fields with values. */
  schema?: FormSchema;
  uiSchema?: UiSchema;
  /** Two capital letters; default `PE`. */
  country_code?: string;
  /** The snapshot when the form opens; default: open. */
  snapshot?: Partial<Snapshot>;
  /** Responses in place of the default ones. */
  responses?: { bootstrap?: Failure; submission?: ScriptedResponse };
  /** Default `gallery`. */
  pipeline_name?: string;
  /**
   * What the page's script does:
   * - `blur`: fills in the first field and leaves it
   * - `continue`: fills in the first field and continues to the second step
   * - `offline`: submits without a network
   * - `reopen-offline`: opens the form again without a network
   * - `remove`: removes the first item of a list
   * - `restore`: fills in the first field and opens the form again
   * - `submit`: submits
   * - `wait`: never provides a session
   */
  action?:
    'blur' | 'continue' | 'offline' | 'remove' | 'reopen-offline' | 'restore' | 'submit' | 'wait';
  /** The value that `blur`, `continue`, and `restore` fill in. */
  fill?: string;
  /** The element's final `state`; default `ready`. */
  endState?: string;
  /** Default: the page's. */
  language?: 'es' | 'pt' | 'en' | 'ar';
  /** The host's messages, by language. */
  messages?: Readonly<Record<string, object>>;
  /** Default: the page's. */
  theme?: string;
  /** A portal's page around the element; default: a plain frame. */
  layout?: 'card' | 'columns' | 'dark';
}

/** Specimens that belong together. */
export interface Section {
  name: string;
  title: string;
  specimens: readonly Specimen[];
}

export function specimen(
  name: string,
  title: string,
  more: Omit<Specimen, 'name' | 'title'> = {},
): Specimen {
  return { name, title, ...more };
}
