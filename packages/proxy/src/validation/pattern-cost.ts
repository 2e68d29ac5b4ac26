import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { LRUCache } from 'lru-cache';

/** A browser does not match longer texts against a pattern; the proxy does, in linear time. */
export const MAX_BROWSER_TEXT = 500;
/** Three unbounded quantifiers that compete for the same characters, as in `\S+@\S+\.\S+`. */
const MAX_STEPS = MAX_BROWSER_TEXT ** 3;
const MAX_POSITIONS = 1_000;
const MAX_PAIRS = 200_000;
/** Larger counts are treated as loops. */
const MAX_COPIES = 64;

/**
 * Whether a backtracking engine matches the pattern in bounded time: no loop can read the same text
 * in two ways (which doubles the time with each character), and the quantifiers that compete for the
 * same characters cost at most `MAX_STEPS` on a text of `MAX_BROWSER_TEXT`.
 *
 * Builds the position automaton (Glushkov) and looks for two different paths from a position back to
 * itself that read the same text. In doubt, it is not cheap.
 *
 * @param pattern - compiles with the flag `u`
 */
export function isCheap(pattern: string): boolean {
  try {
    const automaton = new Automaton();
    automaton.add(new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true }));
    return !automaton.isAmbiguous() && automaton.steps() <= MAX_STEPS;
  } catch (error) {
    if (error instanceof TooComplex) return false;
    throw error;
  }
}

class TooComplex extends Error {}

/** Positions where a part of the pattern can start and end, and whether it matches the empty text. */
interface Part {
  first: readonly number[];
  last: readonly number[];
  isNullable: boolean;
}

const EMPTY: Part = { first: [], last: [], isNullable: true };

type Node = AST.Pattern | AST.Alternative | AST.Element | AST.LookaroundAssertion;

/** A choice that may have to be tried in all ways: how often to repeat, or which alternative to take. */
interface Choice {
  first: readonly number[];
  isLoop: boolean;
  count: number;
}

class Automaton {
  /** The characters of each position, as a bit set over {@link SAMPLES}. */
  readonly #characters: bigint[] = [];
  readonly #next: Set<number>[] = [];
  #choices: Choice[] = [];
  /** The pairs of positions that the same text leads to from a pair; filled by `isAmbiguous`. */
  readonly #after = new Map<number, readonly number[]>();

  add(node: Node): Part {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        return this.#either(node.alternatives);
      case 'Alternative':
        return node.elements.reduce((before, each) => this.#join(before, this.add(each)), EMPTY);
      case 'Quantifier':
        return this.#quantified(node);
      case 'Assertion':
        if (node.kind === 'lookahead' || node.kind === 'lookbehind') this.#apart(node.alternatives);
        return EMPTY;
      case 'Backreference':
        return EMPTY;
      default:
        return this.#position(node.raw);
    }
  }

  /** An upper bound for the ways to divide a text among choices that compete for it. */
  steps(): number {
    const costs = this.#choices.map((choice) =>
      this.#choices
        .filter((other) => this.#compete(choice, other))
        .reduce((product, { count }) => product * count, 1),
    );
    return Math.max(1, ...costs);
  }

  /** Whether a pair of different positions lies on a path from a position to itself. */
  isAmbiguous(): boolean {
    const size = this.#next.length;
    const before = new Map<number, number[]>();
    const start = [...this.#next.keys()].map((position) => position * size + position);
    const seen = new Set(start);
    for (const pair of seen) {
      if (seen.size > MAX_PAIRS) throw new TooComplex();
      const below = this.#pairsAfter(Math.floor(pair / size), pair % size);
      this.#after.set(pair, below);
      for (const next of below) {
        before.set(next, [...(before.get(next) ?? []), pair]);
        seen.add(next);
      }
    }
    const isDifferent = (pair: number) => Math.floor(pair / size) !== pair % size;
    return start.some((pair) => {
      const onwards = reachable(pair, this.#after);
      if (![...onwards].some(isDifferent)) return false;
      const backwards = reachable(pair, before);
      return [...onwards].some((each) => isDifferent(each) && backwards.has(each));
    });
  }

  #pairsAfter(a: number, b: number): number[] {
    const size = this.#next.length;
    const overlaps = (p: number, q: number) =>
      p === q || ((this.#characters[p] ?? 0n) & (this.#characters[q] ?? 0n)) !== 0n;
    return [...(this.#next[a] ?? [])].flatMap((p) =>
      [...(this.#next[b] ?? [])].filter((q) => overlaps(p, q)).map((q) => p * size + q),
    );
  }

  #compete(a: Choice, b: Choice): boolean {
    if (a === b) return true;
    if (!a.isLoop || !b.isLoop)
      return (this.#charactersOf(a.first) & this.#charactersOf(b.first)) !== 0n;
    const size = this.#next.length;
    const leads = (from: Choice, to: Choice) =>
      from.first.some((p) => {
        const found = reachable(p * size + p, this.#after);
        return to.first.some((q) => found.has(p * size + q));
      });
    return leads(a, b) || leads(b, a);
  }

  /** Look-around reads the text on its own: its choices do not multiply with others. */
  #apart(alternatives: readonly AST.Alternative[]): void {
    const others = this.#choices;
    this.#choices = [];
    this.#either(alternatives);
    const own = this.#choices;
    this.#choices = others;
    const count = own.reduce((product, choice) => product * choice.count, 1);
    if (count > MAX_STEPS) throw new TooComplex();
  }

  #position(raw: string): Part {
    const at = this.#characters.push(samples.memo(raw)) - 1;
    this.#next.push(new Set());
    if (at >= MAX_POSITIONS) throw new TooComplex();
    return { first: [at], last: [at], isNullable: false };
  }

  #join(a: Part, b: Part): Part {
    this.#connect(a.last, b.first);
    return {
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
      isNullable: a.isNullable && b.isNullable,
    };
  }

  #either(alternatives: readonly AST.Alternative[]): Part {
    const parts = alternatives.map((each) => this.add(each));
    const starts = parts.map(({ first }) => this.#charactersOf(first));
    const areCompeting = starts.some((each, index) =>
      starts.slice(0, index).some((other) => (other & each) !== 0n),
    );
    const first = parts.flatMap((part) => part.first);
    if (areCompeting) this.#choices.push({ first, isLoop: false, count: parts.length });
    return {
      first,
      last: parts.flatMap((part) => part.last),
      isNullable: parts.some(({ isNullable }) => isNullable),
    };
  }

  #quantified({ element, min, max }: AST.Quantifier): Part {
    if (min === max && min <= MAX_COPIES) {
      let whole = EMPTY;
      for (let copy = 0; copy < min; copy += 1) whole = this.#join(whole, this.add(element));
      return whole;
    }
    const inner = this.#choices.length;
    const body = this.add(element);
    // Each of the required repetitions could be the empty one.
    if (body.isNullable && min > 1) throw new TooComplex();
    const count = Math.min(max, MAX_BROWSER_TEXT) - Math.min(min, MAX_BROWSER_TEXT) + 1;
    // Of loops within loops, the inner ones decide: the outer ones are not ambiguous.
    if (this.#choices.length === inner)
      this.#choices.push({ first: body.first, isLoop: max > 1, count });
    if (max > 1) this.#connect(body.last, body.first);
    return { ...body, isNullable: body.isNullable || min === 0 };
  }

  /** Two ways from one position to the next are two loops around each other, as in `(a+)+`. */
  #connect(from: readonly number[], to: readonly number[]): void {
    for (const a of from)
      for (const b of to) {
        if (this.#next[a]?.has(b)) throw new TooComplex();
        this.#next[a]?.add(b);
      }
  }

  #charactersOf(positions: readonly number[]): bigint {
    return positions.reduce((sum, each) => sum | (this.#characters[each] ?? 0n), 0n);
  }
}

function reachable(from: number, steps: ReadonlyMap<number, readonly number[]>): Set<number> {
  const found = new Set(steps.get(from));
  for (const each of found) for (const next of steps.get(each) ?? []) found.add(next);
  return found;
}

/** Latin letters, digits, and signs, and a few characters of other kinds. */
const SAMPLES = [...Array(0x250).keys(), 0x3b1, 0x416, 0x5d0, 0x2003, 0x2019, 0x20ac, 0x4e2d]
  .map((code) => String.fromCodePoint(code))
  .concat('\u{1F600}');
const ALL = (1n << BigInt(SAMPLES.length)) - 1n;

/** Which samples an atom such as `[a-z]`, `\d`, or `x` matches; all if it matches none of them. */
const samples = new LRUCache<string, bigint>({
  max: 1_000,
  memoMethod(atom) {
    const expression = new RegExp(`^(?:${atom})$`, 'u');
    const bits = SAMPLES.map((sample) => (expression.test(sample) ? '1' : '0')).join('');
    return BigInt(`0b${bits}`) || ALL;
  },
});
