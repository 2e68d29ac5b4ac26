import { deepEquals, type WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { OptionList } from './option-list.tsx';
import { useChoose } from './use-choose.ts';

/** Any number of options; values keep the order of the options. */
export function CheckboxesWidget(props: WidgetProps): ReactNode {
  const choose = useChoose(props.onChange);
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  const isChosen = (value: unknown) => chosen.some((item) => deepEquals(item, value));
  const all = (props.options.enumOptions ?? []).map(({ value }): unknown => value);
  return (
    <OptionList
      {...props}
      type="checkbox"
      isChosen={isChosen}
      onChoose={(changed, isChecked) =>
        choose(all.filter((value) => (value === changed ? isChecked : isChosen(value))))
      }
    />
  );
}
