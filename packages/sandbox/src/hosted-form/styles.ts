/** The hosted form's style sheet, for any width, light and dark. */
export const FORM_CSS = `
:root { color-scheme: light dark; --line: #6b7280; --accent: #1d4ed8; --error: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --line: #9ca3af; --accent: #93b4ff; --error: #ffa39e; }
}
body {
  margin: 0; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif;
}
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { line-height: 1.2; }
.field { margin: 0 0 1.25rem; }
label, legend { font-weight: 600; }
.hint { margin: 0; color: var(--line); }
.error { margin: 0; color: var(--error); font-weight: 600; }
fieldset {
  margin: 0 0 1.25rem; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem;
}
input, select, button { font: inherit; min-height: 2.75rem; border-radius: .375rem; }
input:not([type=checkbox]), select {
  box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .5rem .75rem;
  border: 1px solid var(--line);
}
input[type=checkbox] { width: 1.5rem; min-height: 1.5rem; vertical-align: middle; }
[aria-invalid=true] { --line: var(--error); border-width: 2px; }
button { padding: .5rem 1.5rem; border: 2px solid var(--accent); background: var(--accent); }
button { color: Canvas; font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.summary { margin: 0 0 1.5rem; padding: 0 1rem; border: 2px solid var(--error); }
.summary h2 { font-size: 1.125rem; }
.summary a { color: inherit; }
`;
