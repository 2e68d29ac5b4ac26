/** A server that answers a form's schema from memory. */
export interface Contestant {
  name: string;
  url: string;
  /** Of the process that answers. */
  pid: number;
  /** As it names what it answers. */
  etag: string;
  stop(): Promise<void>;
}
