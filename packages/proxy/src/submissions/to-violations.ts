import type { ErrorObject } from 'ajv';
import type { Violation } from 'precandidate-contract';
import { childPointer } from './json-pointer.ts';
import { violationDetail } from './violation-detail.ts';

const MOST = 50;

/** Says only that another branch failed; what failed in it is told by errors of its own. */
const ECHOES: ReadonlySet<string> = new Set(['if']);

/** AJV's errors without anything of the data: neither values nor AJV's own sentences. */
export function toViolations(errors: readonly ErrorObject[]): Violation[] {
  const byKey = new Map<string, Violation>();
  const isPassedOver = passedOver(errors);
  for (const error of errors) {
    if (ECHOES.has(error.keyword) || isPassedOver(error)) continue;
    const { keyword } = error;
    const pointer = pointerOf(error);
    const key = `${keyword} ${pointer}`;
    if (!byKey.has(key))
      byKey.set(key, { pointer, keyword, detail: violationDetail(keyword, error.params) });
    if (byKey.size === MOST) break;
  }
  return [...byKey.values()];
}

/** AJV blames each item that `contains` passed over too: none of them is wrong by itself. */
function passedOver(errors: readonly ErrorObject[]): (error: ErrorObject) => boolean {
  const lists = errors.filter(({ keyword }) => keyword === 'contains');
  return ({ schemaPath }) => lists.some((list) => schemaPath.startsWith(`${list.schemaPath}/`));
}

/** Of a missing field, where it should be. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const missing: unknown = params['missingProperty'];
  return typeof missing === 'string' ? childPointer(instancePath, missing) : instancePath;
}
