import type { WidgetProps } from '@rjsf/utils';
import { flushSync } from 'react-dom';
import { useForm } from '../../form-context.ts';

/**
 * Passes a chosen value on. The form shows it when this returns: React would render changes of native events and
 * promises in a later task. The text of other fields is committed first, since a choice may switch branches.
 */
export function useChoose(onChange: WidgetProps['onChange']): (value: unknown) => void {
  const { controller } = useForm();
  return (value) => {
    controller.commitAll({ keepFocused: true });
    flushSync(() => onChange(value));
  };
}
