/** What the main thread asks of the worker, which answers with mark-up. */
export interface DrawingJob {
  /** The schema as JSON: a text crosses threads faster than an object. */
  schema: string;
  /** BCP 47. */
  locale: string;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}
