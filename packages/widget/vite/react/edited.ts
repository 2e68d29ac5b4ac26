/** A piece of a text, in characters, and what is to stand in its place; an empty piece: between. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A text with its edits made; of two pieces one inside the other, the outer one counts. */
export function edited(text: string, edits: readonly Edit[]): string {
  const outermostFirst = edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let at = 0;
  for (const edit of outermostFirst) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
