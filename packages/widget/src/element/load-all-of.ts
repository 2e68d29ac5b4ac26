import allOf from 'chunk-url:../form/all-of/all-of.ts';
import type { FormSchema } from 'precandidate-contract';
import type { AllOf } from '../form/form-handle.ts';
import { loadChunk } from './load-chunk.ts';

/** Several rules that depend on one field are drawn as an `allOf` too. */
const ALL_OF = /"(?:allOf|dependencies|dependentRequired|dependentSchemas)":/;

/** What merges the schemas of an `allOf`, if a form has one. Rejects when it cannot be had now. */
export async function loadAllOf(schema: FormSchema): Promise<AllOf | undefined> {
  return ALL_OF.test(JSON.stringify(schema)) ? loadChunk<AllOf>(allOf) : undefined;
}
