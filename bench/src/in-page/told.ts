/** What a watched page tells by its binding `tell`, as JSON. */
export interface Told {
  what: 'usable' | 'typed' | 'key' | 'error';
  /** ms since the navigation; for `key` and `error`, since the key or the press on the button. */
  ms: number;
}
