import type { FormData } from 'precandidate-contract';
import { domId } from '../form/fields/field-id.ts';
import { readCityList } from '../ssr/city-list.ts';
import { inBase } from '../ssr/draw-fields.ts';
import { Drawing } from '../ssr/drawing.tsx';
import type { PostedForm, PostReading } from '../ssr/index.ts';
import { Heard, listeningTheme } from './listening-theme.tsx';
import { Posted } from './posted.ts';
import { setAt } from './set-at.ts';

/** An answer may bring fields, which bring others: more often than this nobody asks for more. */
const MOST_ROUNDS = 12;

/**
 * See `FormServer.readPost`. The form is drawn, what was posted is read by the fields that there are,
 * and it is drawn with that again, until no answer brings another field.
 */
export function readPost({ entries, violations, cities, ...form }: PostedForm): PostReading {
  const posted = new Posted(entries);
  const list =
    cities === undefined || form.country === null ? undefined : readCityList(form.country, cities);
  const reshaped = new Map<string, unknown>();
  let values: FormData | undefined;
  let drawing = new Drawing(form);
  let heard = new Heard();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    heard = new Heard();
    drawing.draw(listeningTheme(heard, posted, list));
    for (const [rjsfId, data] of heard.reshaped)
      if (!reshaped.has(rjsfId)) reshaped.set(rjsfId, data);
    const read = valuesOf(heard, posted, reshaped);
    if (textOf(read) === textOf(values)) break;
    values = read;
    drawing = new Drawing(form, values);
  }
  // Drawn as it was read: RJSF alone would look for the shapes that the data fits.
  const draw = () => drawing.draw(listeningTheme(new Heard(), posted, list));
  return told({ controller: drawing.controller, draw }, heard, posted, { ...form, violations });
}

/** What was posted, by the fields that were drawn. A field that was emptied is `undefined`. */
function valuesOf(
  { fields, lists }: Heard,
  posted: Posted,
  reshaped: ReadonlyMap<string, unknown>,
): FormData {
  const values: FormData = {};
  for (const [rjsfId, data] of reshaped) setAt(values, rjsfId, data);
  for (const { rjsfId, most, entry } of lists) {
    const id = domId(rjsfId);
    const count = Math.min(posted.entriesOf(id) + (posted.more === id ? 1 : 0), most);
    if (count > 0 || posted.isShortened(id))
      setAt(values, rjsfId, Array.from({ length: count }, entry));
  }
  for (const { rjsfId, names, read } of fields)
    if (names.some((name) => posted.has(name))) setAt(values, rjsfId, read(posted));
  return values;
}

/** Checks it as the island does, or shows what somebody else found, and draws it a last time. */
function told(
  { controller, draw }: Pick<Drawing, 'controller'> & { draw: () => string },
  heard: Heard,
  posted: Posted,
  { locale, violations }: Pick<PostedForm, 'locale' | 'violations'>,
): PostReading {
  const data = controller.values();
  const isNew = (names: readonly string[]) => !names.some((name) => posted.has(name));
  const unseen = heard.fields.filter(({ names }) => isNew(names));
  const calls = unseen.length > 0 || heard.shapes.some((shape) => isNew([shape]));
  if (violations) controller.showErrors(violations);
  else if (!posted.isListChanged) controller.submit();
  // Nobody is told off for what was not on the page.
  const ids = new Set(unseen.map(({ rjsfId }) => domId(rjsfId)));
  controller.store.errors = controller.store.errors.filter(
    ({ focusId }) => violations !== undefined || focusId === undefined || !ids.has(focusId),
  );
  const fields = inBase(locale, draw());
  if (posted.isListChanged) return { data, outcome: 'changed', fields };
  if (controller.store.errors.length > 0) return { data, outcome: 'wrong', fields };
  return { data, outcome: calls ? 'more' : 'ready', fields };
}

/** Tells an emptied field from one that was never there. */
function textOf(values: FormData | undefined): string {
  return JSON.stringify(values, (_key, value: unknown) => (value === undefined ? '\0' : value));
}
