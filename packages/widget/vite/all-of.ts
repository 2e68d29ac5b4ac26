// Stands in for RJSF's own merging of an `allOf`: see `src/island/all-of/`.
export { merged as default } from '../src/island/all-of/merging.ts';
