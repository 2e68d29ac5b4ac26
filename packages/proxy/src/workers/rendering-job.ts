import type { Violation } from 'precandidate-contract';
import type { PageWords, PostReading } from 'precandidate-form/server';

/** What a form is drawn from. */
export interface FormToDraw {
  /** The schema as JSON: a text crosses threads faster than an object. */
  schema: string;
  /** BCP 47. */
  locale: string;
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
}

/** A form as it was posted. */
export interface PostedForm extends FormToDraw {
  entries: readonly (readonly [name: string, value: string])[];
  /** The country's cities as JSON. */
  cities?: string | undefined;
  /** What the authority found wrong; absent: it was not asked. */
  violations?: readonly Violation[] | undefined;
}

/** What the main thread asks of the worker. */
export type RenderingJob =
  | ({ kind: 'draw' } & FormToDraw)
  | ({ kind: 'read' } & PostedForm)
  | { kind: 'words'; locale: string };

export type RenderingAnswer = string | PostReading | PageWords;
