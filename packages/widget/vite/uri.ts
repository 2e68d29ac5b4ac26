/**
 * Stands in for `fast-uri` in `@rjsf/utils`, which resolves and compares the references of a schema
 * with it. A browser's own `URL` does both.
 */
const ANYWHERE = 'schema://here/';

const absolute = (uri: string) => {
  try {
    return new URL(uri, ANYWHERE).href.replace(/#$/, '');
  } catch {
    return uri;
  }
};

export default {
  resolve(base: string | undefined, reference: string): string {
    if (!base) return reference;
    try {
      return new URL(reference, base).href;
    } catch {
      return reference.startsWith('#') ? base.replace(/#.*$/, '') + reference : reference;
    }
  },
  equal: (a: string, b: string): boolean => absolute(a) === absolute(b),
};
