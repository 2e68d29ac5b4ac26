import type { EnumOptionsType } from '@rjsf/utils';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Choice } from '../../../combobox/choices.ts';
import type { ComboboxOptions } from '../../../combobox/combobox.ts';
import { formatMessage } from '../../../i18n/format-message.ts';
import { withoutMarkup } from '../../fields/markup.ts';
import type { Option } from '../../fields/options.ts';
import { useForm } from '../../form-context.ts';

/**
 * Turns the input inside an element into a combobox once that chunk has loaded.
 *
 * @param choices - reads the choices so far
 * @returns a ref for the element around the input
 */
export function useCombobox(
  choices: () => readonly Choice[],
  behavior: Pick<ComboboxOptions, 'isClosed' | 'onTake'> = {},
): RefObject<HTMLDivElement | null> {
  const { messages, store, controller } = useForm();
  const { loadCombobox } = controller.options;
  const ref = useRef<HTMLDivElement>(null);
  const count = (suggestions: number) => formatMessage(messages.suggestions, suggestions);
  const afterPress = (work: () => void) => store.textCommits.press.afterwards(work);
  const options: ComboboxOptions = { ...behavior, choices, count, afterPress };
  const latest = useRef(options);
  latest.current = options;
  const translate = useRef<() => void>(undefined);
  useEffect(() => translate.current?.());
  useEffect(() => {
    void loadCombobox().then((combobox) => {
      const input = ref.current?.querySelector('input');
      if (input) translate.current = combobox?.enhanceAsCombobox(input, () => latest.current);
    });
  }, [loadCombobox]);
  return ref;
}

/** “25 options: type or choose”. */
export function SearchHint({ id, count }: { id: string; count: number }): ReactNode {
  const { messages } = useForm();
  return (
    <p className="hint" part="hint" id={id}>
      {formatMessage(messages.searchHint, count)}
    </p>
  );
}

/** The options of a widget, with plain labels. */
export const optionsOf = (options: readonly EnumOptionsType[] = []): Option[] =>
  options.map(({ value, label }) => ({ value: value as unknown, label: withoutMarkup(label) }));
