import type { DocumentName } from '../../i18n/known-fields.ts';

/** Documents whose number can be told from an odd one. */
const CHECKED_DOCUMENTS = [
  'ar_dni',
  'br_cpf',
  'cl_run',
  'cr_cedula',
  'ec_cedula',
  'mx_curp',
  'pe_dni',
] as const satisfies readonly DocumentName[];
export type CheckedDocument = (typeof CHECKED_DOCUMENTS)[number];

export function isChecked(document: DocumentName | undefined): document is CheckedDocument {
  return CHECKED_DOCUMENTS.some((checked) => checked === document);
}
