import type { HTMLAttributes, Key, Ref } from 'react';
import type { PrecandidateFormElement, PrecandidateFormEvents } from '../index.ts';
import type { PrecandidateFormAttributes } from './attributes.ts';

export type * from '../index.ts';

/**
 * What `<precandidate-form>` takes in JSX: its attributes and `on<event>`, in React 19 or newer.
 * `fetchSession` and `messages` are set by `ref`: React drops what is neither text nor a property of
 * the element yet, and the element's script may come after the first render.
 */
export interface PrecandidateFormProps
  extends
    Omit<HTMLAttributes<PrecandidateFormElement>, keyof PrecandidateFormAttributes>,
    PrecandidateFormAttributes,
    PrecandidateFormListeners {
  key?: Key | null | undefined;
  ref?: Ref<PrecandidateFormElement> | undefined;
}

type PrecandidateFormListeners = {
  [Name in keyof PrecandidateFormEvents as `on${Name}`]?:
    ((event: PrecandidateFormEvents[Name]) => void) | undefined;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'precandidate-form': PrecandidateFormProps;
    }
  }
}
