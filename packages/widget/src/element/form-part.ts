/** What the form of a host is told. */
export interface FormPart {
  /** What is sent with the form under the element's `name`; `null`: nothing. */
  value: string | null;
  /** Whether the form must wait for a value. */
  isRequired: boolean;
  /** Why it must wait. */
  message: string;
  /** What can be focused to go on; `null` while there is nothing. */
  anchor: HTMLElement | null;
}

/** Tells the form around the element, as the platform's own fields do. */
export function tellForm(
  internals: ElementInternals,
  { value, isRequired, message, anchor }: FormPart,
): void {
  internals.setFormValue(value);
  if (!isRequired || value !== null) return internals.setValidity({});
  internals.setValidity({ valueMissing: true }, message, anchor ?? undefined);
}
