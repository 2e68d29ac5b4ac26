/** Replaces the fields, templates, and widgets of RJSF's default theme, which our own theme provides. */
export default function emptyTheme(): object {
  return {};
}
