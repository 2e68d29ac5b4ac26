import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newTrace } from '../shared/explore.ts';
import { within } from '../shared/turns.ts';
import { ANYTHING, Filler, type IsAnswered } from './filler.ts';
import type { Json, Schema } from './form.ts';
import { validatorOf } from './judge.ts';
import { perform } from './perform.ts';
import { openStage, type Stage } from './stage.ts';
import { Tab, Visit } from './visit.ts';

const OPENS_WITHIN_MS = 12_000;
const ENDS_WITHIN_MS = 8_000;
const ROUNDS = 5;
const OPENING = { locale: 'en', isPrerendered: false, isEarly: false } as const;

/** Opens, fills in, and submits each `*.json` schema in a folder; returns how many are not exact. */
export async function runSchemaFolder(folder: string, checkout: string): Promise<number> {
  const paths = globSync(join(folder, '**/*.json')).toSorted();
  const stage = await openStage(checkout);
  let exact = 0;
  try {
    for (const path of paths) {
      const name = path.slice(folder.length).replace(/^\//, '') || basename(path);
      const reason = await reasonOf(stage, path);
      if (reason === undefined) exact += 1;
      else console.log(`${name}: ${reason.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
    }
  } finally {
    await stage.close();
  }
  console.log(`${exact} of ${paths.length} exact`);
  return paths.length - exact;
}

/** Why a schema's form is not exact; `undefined`: it is. */
async function reasonOf(stage: Stage, path: string): Promise<string | undefined> {
  const schema = JSON.parse(readFileSync(path, 'utf8')) as Schema;
  let reason: string | undefined;
  for (const isAnswered of CANDIDATES) {
    reason = await visitOnce(stage, schema, isAnswered);
    // Answers that AJV refuses, too: others may be valid together.
    if (!reason?.includes('| AJV: ')) break;
  }
  return reason;
}

/** One answers everything, one what is required, and two some of the rest. */
const CANDIDATES: readonly IsAnswered[] = [
  () => true,
  (_pointer, isRequired) => isRequired,
  (pointer, isRequired) => isRequired || pointer.length % 2 === 0,
  (pointer, isRequired) => isRequired || pointer.length % 2 === 1,
];

async function visitOnce(
  stage: Stage,
  schema: Schema,
  isAnswered: IsAnswered,
): Promise<string | undefined> {
  const tab = await Tab.open(stage);
  try {
    const form = { schema, fields: [] };
    const visit = await Visit.begin({ stage, tab, trace: newTrace() }, form, OPENING);
    const end = await visit.reaches(['ready', 'problem'], OPENS_WITHIN_MS);
    if (end !== 'ready') return `does not open: ${await problemOf(visit)}`;
    const reason = await submitExactly(visit, isAnswered);
    return reason ?? tab.complaints.find(Boolean);
  } catch (error) {
    return `explorer: ${String(error)}`;
  } finally {
    await tab.close();
  }
}

async function submitExactly(visit: Visit, isAnswered: IsAnswered): Promise<string | undefined> {
  const filler = new Filler(visit, isAnswered);
  const errorsOf = validity(visit.form.schema);
  let refusal = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    await filler.fill();
    const shown = await filler.shown();
    const before = (await visit.watched()).events.length;
    if (!(await perform(visit, { do: 'submit', how: 'click' })))
      return `no button to send: ${await problemOf(visit)}`;
    const data = await within(ENDS_WITHIN_MS, async () => {
      const received = await visit.stage.received(visit.person);
      if (received !== undefined) return { received };
      const { events } = await visit.watched();
      return events.slice(before).some(({ name }) => name === 'invalid') && 'refused';
    });
    if (data === undefined) return `not sent: ${await problemOf(visit)}`;
    if (data !== 'refused') return difference(data.received, shown, filler, errorsOf);
    await visit.settle();
    const screen = await visit.screen();
    const texts = screen.filter(({ part }) => part === 'error').map(({ text }) => text);
    const answered = assemble(shown);
    const errors = errorsOf(answered);
    refusal = `refused: ${texts.join('; ')} | ${
      errors.length === 0 ? 'AJV accepts' : `AJV: ${errors.map(String).join('; ')}`
    } | ${JSON.stringify(answered)}`;
    const invalid = await invalidPointers(visit);
    filler.retry([...invalid, ...errors.map(({ pointer }) => pointer)]);
  }
  return refusal;
}

async function invalidPointers(visit: Visit): Promise<string[]> {
  const { events } = await visit.watched();
  const detail = events.findLast(({ name }) => name === 'invalid')?.detail ?? '{}';
  const { errors = [] } = JSON.parse(detail) as { errors?: { pointer?: string }[] };
  return errors.flatMap(({ pointer }) => pointer ?? []);
}

async function problemOf(visit: Visit): Promise<string> {
  const { events } = await visit.watched();
  const problem = events.findLast(({ name }) => name === 'problem')?.detail ?? '';
  return `state ${await visit.state()}; ${problem}; ${visit.tab.complaints.join('; ')}`;
}

interface SchemaError {
  pointer: string;
  toString(): string;
}

/** AJV's errors, or none where AJV cannot read the schema. */
function validity(schema: Schema): (data: Json) => SchemaError[] {
  try {
    const validate = validatorOf(schema);
    return (data) =>
      validate(data)
        ? []
        : (validate.errors ?? []).map(({ instancePath, message = '' }) => ({
            pointer: instancePath,
            toString: () => `${instancePath} ${message}`,
          }));
  } catch {
    return () => [];
  }
}

type ShownData = ReadonlyMap<string, { path: readonly string[]; value: Json }>;

function difference(
  received: Json,
  shown: ShownData,
  filler: Filler,
  errorsOf: (data: Json) => SchemaError[],
): string | undefined {
  const leaves = new Map(leavesOf(received, []));
  for (const [pointer, { value }] of shown) {
    const inside = [...leaves].filter(([key]) => key === pointer || key.startsWith(`${pointer}/`));
    // A menu that chooses between branches has no value of its own.
    const sent = valueAt(received, pointer);
    if (typeof sent === 'object' && !Array.isArray(sent)) continue;
    if (inside.length === 0) return `shown but not sent: ${pointer} ${JSON.stringify(value)}`;
    for (const [key] of inside) leaves.delete(key);
    if (!isAlike(value, sent))
      return `sent otherwise: ${pointer} shown ${JSON.stringify(value)}, sent ${JSON.stringify(sent)}`;
  }
  for (const [pointer, { path, value }] of leaves)
    if (!filler.isSilent(path)) return `sent but not shown: ${pointer} ${JSON.stringify(value)}`;
  const [error] = errorsOf(received);
  return error && `invalid data was sent: ${String(error)}`;
}

/** Files and phone numbers are sent with more than the screen shows. */
function isAlike(shown: Json, sent: Json | undefined): boolean {
  if (shown === ANYTHING || JSON.stringify(shown) === JSON.stringify(sent)) return true;
  if (Array.isArray(shown) && Array.isArray(sent))
    return shown.length === sent.length && shown.every((each, at) => isAlike(each, sent[at]));
  if (Array.isArray(sent) && sent.length === 1) return isAlike(shown, sent[0]);
  if (typeof sent !== 'string') return false;
  const text = String(shown);
  return sent.endsWith(text) || sent.startsWith(text) || digits(sent).endsWith(digits(text, '-'));
}

const digits = (text: string, none = ''): string => text.replaceAll(/\D/g, '') || none;

function* leavesOf(
  value: Json,
  path: readonly string[],
): Generator<[string, { path: readonly string[]; value: Json }]> {
  if (typeof value !== 'object' || value === null) {
    const pointer = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    yield [pointer.join(''), { path, value }];
    return;
  }
  for (const [name, each] of Object.entries(value)) yield* leavesOf(each, [...path, name]);
}

function valueAt(data: Json, pointer: string): Json | undefined {
  let value: Json | undefined = data;
  for (const name of pointer.split('/').slice(1))
    value = (value as { [name: string]: Json } | undefined)?.[
      name.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  return value;
}

function assemble(shown: ShownData): Json {
  const data: { [name: string]: Json } = {};
  for (const { path, value } of shown.values()) {
    let container: { [name: string]: Json } = data;
    for (const [at, name] of path.entries()) {
      const isLast = at === path.length - 1;
      const empty: Json = /^\d+$/.test(path[at + 1] ?? '') ? [] : {};
      container[name] ??= isLast ? value : empty;
      container = container[name] as { [name: string]: Json };
    }
  }
  return data;
}
