import { parseSync } from 'vite';
import type { Node } from './node.ts';

const OPTIONS = { sourceType: 'script', preserveParens: false } as const;

/** A script as its nodes. Throws where it is none. */
export function program(code: string): Node & { body: Node[] } {
  const { program: tree, errors } = parseSync('script.js', code, OPTIONS);
  if (errors[0]) throw new Error(errors[0].message);
  return tree as unknown as Node & { body: Node[] };
}
