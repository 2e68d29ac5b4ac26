// Stands in for RJSF's own merging of an `allOf`: see `src/island/all-of/`.
export { merged as default } from '../src/form/all-of/merging.ts';
