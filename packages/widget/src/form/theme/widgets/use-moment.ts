import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useRef } from 'react';
import type { TypedDate } from '../../../dates/date-text.ts';
import type { DateReading } from '../../../dates/dates.ts';
import type { TypedMoment } from '../../../dates/time-text.ts';
import type { MomentPart } from '../../../i18n/messages.ts';
import { useForm } from '../../form-context.ts';

type Moment = Pick<WidgetProps, 'id' | 'value' | 'options' | 'onChange' | 'onBlur'> & {
  reading: DateReading;
  /** Reads a whole date that stands in one part. */
  spread: (text: string) => TypedDate | undefined;
};

/**
 * A date in its parts: they live in the inputs, nowhere else, and reach RJSF after a pause, on blur,
 * on Enter, and before values are read. A whole date in one part is spread over all of them. What is
 * half typed is told as well, so that it is kept wherever data is kept.
 */
export function useMoment({ id, value, options, onChange, onBlur, reading, spread }: Moment) {
  const { store, press } = useForm();
  const inputs = useRef(new Map<MomentPart, HTMLInputElement>());
  const known = typeof value === 'string' ? value : '';
  const first = useRef(reading.split(known));
  /** What RJSF was last drawn with, and what it was told since; the newest last. */
  const told = useRef([known]);

  const tell = (isDone: boolean) => {
    // Off the screen by now: nothing was taken back.
    if (inputs.current.size === 0) return;
    const joined = reading.join(typedIn(inputs.current));
    // Another shape may have been taken up without it: what is shown is what is sent.
    if (joined === told.current.at(-1) && (!isDone || joined === known)) return;
    told.current.push(joined);
    onChange(joined === '' ? options.emptyValue : joined, undefined, id);
  };
  const settle = () => {
    show(inputs.current, spread(onlyPart(typedIn(inputs.current))) ?? {});
    tell(true);
  };
  const latest = useRef({ tell, settle });
  latest.current = { tell, settle };

  useEffect(
    () =>
      store.beforeRead((way) => {
        const isTyping = [...inputs.current.values()].some((input) => input.matches(':focus'));
        if (way === 'gently' && isTyping) latest.current.tell(false);
        else latest.current.settle();
      }),
    [store],
  );
  useEffect(() => {
    const echo = told.current.lastIndexOf(known);
    told.current.splice(0, echo === -1 ? told.current.length : echo);
    if (echo !== -1) return;
    // The form is filled in anew.
    told.current.push(known);
    show(inputs.current, reading.split(known));
  }, [known, reading]);

  return (part: MomentPart) => ({
    ref: (input: HTMLInputElement) => {
      inputs.current.set(part, input);
      const onTyped = (event: Event) => {
        if (!isTyped(event)) show(inputs.current, spread(input.value) ?? {});
      };
      const onPause = () => press.afterwards(() => latest.current.tell(false));
      const onEnter = () => latest.current.settle();
      const end = store.typing.follow(input, { onTyped, onPause, onEnter });
      return () => {
        inputs.current.delete(part);
        end();
      };
    },
    defaultValue: first.current[part],
    onBlur: () => {
      press.afterwards(() => latest.current.settle());
      onBlur(id, told.current.at(-1));
    },
  });
}

function show(
  inputs: ReadonlyMap<MomentPart, HTMLInputElement>,
  typed: Partial<TypedMoment>,
): void {
  for (const [part, input] of inputs) input.value = typed[part] ?? input.value;
}

/** Whether it came key by key; else it was pasted, or filled in by the browser or a tool. */
function isTyped(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  const { inputType, data } = event;
  if (inputType === 'insertText') return (data ?? '').length < 2;
  return inputType === 'insertCompositionText' || inputType.startsWith('delete');
}

function typedIn(inputs: ReadonlyMap<MomentPart, HTMLInputElement>): TypedMoment {
  const text = (part: MomentPart) => inputs.get(part)?.value ?? '';
  return { day: text('day'), month: text('month'), year: text('year'), time: text('time') };
}

/** The text of the one part that is filled in; `''` when several are, or none. */
export function onlyPart({ day, month, year }: TypedDate): string {
  const filled = [day, month, year].filter((part) => part.trim() !== '');
  return filled.length === 1 ? (filled[0] ?? '') : '';
}
