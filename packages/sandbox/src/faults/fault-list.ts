import { validationFailed } from '../sandbox-error.ts';
import type { Fault } from './fault.ts';

/** A fault for one request. */
export interface MetFault extends Fault {
  /** Aborted once the faults are taken back. */
  cleared: AbortSignal;
}

interface Ordered {
  fault: MetFault;
  pattern: RegExp | undefined;
  /** Requests still to meet. */
  left: number;
}

/** The faults ordered and not used up; the oldest that matches a request meets it. */
export class FaultList {
  #ordered: Ordered[] = [];
  #cleared = new AbortController();

  /** Fails with 422 when `match.path` is neither a path nor a regular expression. */
  add(fault: Fault): void {
    this.#ordered.push({
      fault: { ...fault, cleared: this.#cleared.signal },
      pattern: fault.match.path === undefined ? undefined : patternOf(fault.match.path),
      left: (fault.times ?? 1) || Number.POSITIVE_INFINITY,
    });
  }

  clear(): void {
    this.#ordered = [];
    this.#cleared.abort();
    this.#cleared = new AbortController();
  }

  /** The fault for a request, counted as met; `undefined` when none matches. */
  take(method: string, path: string): MetFault | undefined {
    const found = this.#ordered.find((ordered) => isMatch(ordered, method, path));
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left === 0) this.#ordered = this.#ordered.filter((ordered) => ordered !== found);
    return found.fault;
  }
}

function isMatch({ fault: { match }, pattern }: Ordered, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path === undefined || path.startsWith(match.path)) return true;
  return pattern?.test(path) ?? false;
}

function patternOf(path: string): RegExp {
  try {
    return new RegExp(path);
  } catch {
    throw validationFailed('/match/path', 'pattern', 'is not a regular expression');
  }
}
