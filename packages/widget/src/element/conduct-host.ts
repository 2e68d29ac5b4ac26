import type { ReactiveControllerHost } from '@lit/reactive-element';
import type { DrawnFields } from './drawn-fields.ts';
import type { Entry, EntryHost } from './entry.ts';
import type { Frame } from './frame.ts';
import type { PageMessages } from './page-messages.ts';
import type { PrecandidateFormElement } from '../index.ts';
import type { Language } from '../i18n/locale.ts';
import type { Unreachable } from '../i18n/problem-messages.ts';

/** The element, as what conducts it knows it. */
export type ConductedElement = PrecandidateFormElement &
  ReactiveControllerHost &
  EntryHost & {
    /** BCP 47: the language of the place that the element stands in; absent when it is not said. */
    readonly languageAround: string | null | undefined;
  };

/** What the element keeps to itself, and lets be used. */
export interface ElementParts {
  frame: Frame;
  drawn: DrawnFields;
  entry: Entry;
  internals: ElementInternals;
  pageMessages: PageMessages;
  /** Words that need not be fetched. */
  unreachable: Record<Language, Unreachable>;
}
