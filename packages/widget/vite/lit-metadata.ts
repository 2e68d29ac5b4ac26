import type { Plugin } from 'vite';

const ASSIGNMENT = /Symbol\.metadata\s*\?\?=\s*Symbol\((['"`])metadata\1\)/;

/**
 * Lit adds `Symbol.metadata`, which throws in a page that has frozen `Symbol`, so the element would never
 * be defined. Only decorators need it, and we use none.
 */
export function withoutLitMetadata(): Plugin {
  return {
    name: 'lit-metadata',
    transform(code, id) {
      if (!id.includes('reactive-element') || !ASSIGNMENT.test(code)) return undefined;
      return { code: code.replace(ASSIGNMENT, 'void 0'), map: null };
    },
  };
}
