/** A server that answers a form's schema from memory. */
export interface Contestant {
  name: string;
  url: string;
  headers: Record<string, string>;
  /** As it names what it answers. */
  etag: string;
  stop(): Promise<void>;
}
