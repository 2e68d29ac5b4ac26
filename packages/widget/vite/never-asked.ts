/**
 * Stands in for what RJSF does for `omitExtraData`, a property that our form never gets: the proxy
 * knows best which answers belong to a form.
 */
function neverAsked(): never {
  throw new Error('Built without it: see slim-rjsf.ts');
}

export {
  neverAsked as default,
  neverAsked as getFieldNames,
  neverAsked as getUsedFormData,
  neverAsked as isValueEmpty,
};
