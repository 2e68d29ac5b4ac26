/** Why a case of the official suite is not held: its file, words of its description, and the verdict. */
export const EXPECTED_FAILURES: readonly [
  file: string,
  description: string,
  verdict: 'refused' | 'wrong',
  because: string,
][] = [
  ['refRemote', '', 'refused', 'a reference out of the document: the proxy refuses such schemas'],
  ['vocabulary', 'no validation', 'wrong', 'a meta-schema out of the document'],
  ['definitions', 'metaschema', 'refused', 'refers to the meta-schema, out of the document'],
  ['defs', 'metaschema', 'refused', 'refers to the meta-schema, out of the document'],
  ['ref', 'remote ref, containing', 'refused', 'refers to the meta-schema, out of the document'],
  ['dynamicRef', 'strict-tree', 'refused', 'a reference out of the document'],
  ['dynamicRef', 'dynamic anchor and reference link', 'refused', 'a reference out of the document'],
  ['dynamicRef', 'are independent of order', 'refused', 'a reference out of the document'],
  ['dynamicRef', 'detached $dynamicAnchor', 'refused', 'a reference out of the document'],
  ['format', 'only an annotation', 'wrong', 'formats are checked, as in the proxy'],
  ['ref', 'ref valid, maxItems ignored', 'wrong', 'AJV applies keywords beside `$ref`'],
  ['multipleOf', 'always invalid', 'wrong', 'AJV takes an infinite quotient for whole'],
];
