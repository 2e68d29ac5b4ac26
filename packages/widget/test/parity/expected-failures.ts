/** Why a case of the official suite is not held: its file, and words of its description. */
export const EXPECTED_FAILURES: readonly [file: string, description: string, because: string][] = [
  ['refRemote', '', 'a reference out of the document: the proxy refuses such schemas'],
  ['vocabulary', 'no validation', 'a meta-schema out of the document'],
  ['definitions', 'metaschema', 'refers to the meta-schema, which is not in the document'],
  ['defs', 'metaschema', 'refers to the meta-schema, which is not in the document'],
  ['ref', 'remote ref, containing', 'refers to the meta-schema, which is not in the document'],
  ['dynamicRef', 'strict-tree', 'a reference out of the document'],
  ['dynamicRef', 'dynamic anchor and reference link', 'a reference out of the document'],
  ['dynamicRef', 'are independent of order', 'a reference out of the document'],
  ['dynamicRef', 'detached $dynamicAnchor', 'a reference out of the document'],
  ['format', 'only an annotation', 'formats are checked, as in the proxy'],
  ['ref', 'ref overrides any sibling', 'AJV, our authority, applies what stands beside `$ref`'],
  ['multipleOf', 'always invalid', 'AJV, our authority, takes an infinite quotient for whole'],
];
