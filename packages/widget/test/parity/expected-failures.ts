const OUTSIDE = 'a reference out of the document: the proxy refuses such schemas';
const BY_NAME = 'a reference by `$id` or `$anchor`: the proxy refuses such schemas';
const UNEVALUATED = 'the proxy checks `unevaluatedProperties` and `unevaluatedItems`';
const DYNAMIC = 'the proxy refuses `$dynamicRef`';

/** The failing cases of the official suite: file, part of the description, verdict, and reason. */
export const EXPECTED_FAILURES: readonly [
  file: string,
  description: string,
  verdict: 'refused' | 'lax' | 'wrong',
  because: string,
][] = [
  ['refRemote', '', 'refused', OUTSIDE],
  ['vocabulary', 'no validation', 'wrong', 'a meta-schema out of the document'],
  ['definitions', 'metaschema', 'refused', OUTSIDE],
  ['defs', 'metaschema', 'refused', OUTSIDE],
  ['ref', 'remote ref, containing', 'refused', OUTSIDE],
  ['ref', 'Recursive references between schemas', 'refused', BY_NAME],
  ['ref', 'uris and defs', 'refused', BY_NAME],
  ['ref', '$id must be resolved', 'refused', BY_NAME],
  ['ref', 'order of evaluation: $id', 'refused', BY_NAME],
  ['ref', 'URN', 'refused', BY_NAME],
  ['ref', 'ref to if', 'refused', BY_NAME],
  ['ref', 'ref to then', 'refused', BY_NAME],
  ['ref', 'ref to else', 'refused', BY_NAME],
  ['ref', 'absolute-path-reference', 'refused', BY_NAME],
  ['ref', 'a sibling $id', 'refused', BY_NAME],
  ['ref', 'Location-independent identifier', 'refused', BY_NAME],
  ['ref', 'Reference an anchor', 'refused', BY_NAME],
  ['anchor', '', 'refused', BY_NAME],
  ['dynamicRef', '', 'refused', DYNAMIC],
  ['dynamicRef', '$dynamicRef', 'lax', DYNAMIC],
  ['unevaluatedItems', '$dynamicRef', 'refused', DYNAMIC],
  ['unevaluatedProperties', '$dynamicRef', 'refused', DYNAMIC],
  ['unevaluatedItems', '', 'lax', UNEVALUATED],
  ['unevaluatedProperties', '', 'lax', UNEVALUATED],
  ['not', 'unevaluated property', 'wrong', UNEVALUATED],
  ['ref', 'ref creates new scope', 'lax', UNEVALUATED],
  ['format', 'only an annotation', 'wrong', 'formats are checked, as in the proxy'],
  ['ref', 'ref valid, maxItems ignored', 'wrong', 'AJV applies keywords beside `$ref`'],
  ['multipleOf', 'always invalid', 'lax', 'AJV takes an infinite quotient for whole'],
];
