import type { HTMLAttributes, PublicProps } from 'vue';
import type {
  HostMessages,
  PrecandidateFormAttributes,
  PrecandidateFormElement,
  PrecandidateFormEvents,
} from '../index.ts';

export type * from '../index.ts';

/**
 * What `<precandidate-form>` takes in a template of Vue 3.4 or newer: its attributes and `@<event>`.
 * `fetchSession` and `messages` are bound with `.prop`, so that they also reach an element whose
 * script comes later.
 */
export type PrecandidateFormProps = Omit<HTMLAttributes, keyof PrecandidateFormAttributes> &
  PublicProps &
  PrecandidateFormAttributes &
  PrecandidateFormListeners & {
    // vue-tsc checks `session-url` and `proxy-url` of a template under these names.
    sessionUrl?: string | null | undefined;
    proxyUrl?: string | null | undefined;
    fetchSession?: (() => Promise<string>) | null | undefined;
    messages?: HostMessages | null | undefined;
  };

type PrecandidateFormListeners = {
  [Name in keyof PrecandidateFormEvents as Listener<Name>]?:
    ((event: PrecandidateFormEvents[Name]) => void) | undefined;
};

/** The name of Vue's listener: `precandidate-ready` → `onPrecandidateReady`. */
type Listener<Name> = Name extends `precandidate-${infer Rest}`
  ? `onPrecandidate${Capitalize<Rest>}`
  : never;

declare module 'vue' {
  interface GlobalComponents {
    'precandidate-form': new () => PrecandidateFormElement & { $props: PrecandidateFormProps };
  }
}
