import type { EnumOptionsType } from '@rjsf/utils';
import { withoutMarkup } from '../../fields/markup.ts';
import type { Option } from '../../fields/options.ts';

/** The options of a widget, with plain labels. */
export const optionsOf = (options: readonly EnumOptionsType[] = []): Option[] =>
  options.map(({ value, label }) => ({ value: value as unknown, label: withoutMarkup(label) }));
