import type { CheckedDocument } from '../../check-digits/check-digits.ts';
import type { DocumentName } from '../../i18n/standard-fields.ts';

/** The document that a country's identity number belongs to, unless another type is chosen. */
const NATIONAL: Record<string, DocumentName> = {
  AR: 'ar_dni',
  BR: 'br_cpf',
  CL: 'cl_run',
  CO: 'co_cedula',
  CR: 'cr_cedula',
  EC: 'ec_cedula',
  MX: 'mx_curp',
  PA: 'pa_cedula',
  PE: 'pe_dni',
};
const FOREIGN: Record<string, DocumentName> = {
  CL: 'cl_foreigner',
  CO: 'co_foreigner',
  PE: 'pe_ce',
};
const NATIONAL_TYPE = /^(national_id|dni|cc|cpf|curp|ru[nt]|ci|c[ée]dula)$/i;
const FOREIGN_TYPE = /^(foreigner_card|ce)$/i;
const PASSPORT_TYPE = /^(passport|pasaporte|passaporte)$/i;

/** Titles that name a country's document. */
const TITLES: Partial<Record<DocumentName, RegExp>> = {
  ar_dni: /\bdni\b/i,
  br_cpf: /\bcpf\b/i,
  cl_run: /\bru[nt]\b/i,
  co_cedula: /c[ée]dula/i,
  cr_cedula: /c[ée]dula/i,
  ec_cedula: /c[ée]dula/i,
  mx_curp: /\bcurp\b/i,
  pa_cedula: /c[ée]dula/i,
  pe_dni: /\bdni\b/i,
};
const SEVERAL = /\b(o|ou|or|e|y|and)\b|[/,]/i;

/** Documents whose numbers have digits only. */
const NUMERIC: ReadonlySet<DocumentName> = new Set<DocumentName>([
  'ar_dni',
  'br_cpf',
  'co_cedula',
  'cr_cedula',
  'ec_cedula',
  'pe_dni',
]);

export interface DocumentQuery {
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The title of the field. */
  title?: string | undefined;
  /** The chosen document type, if any. */
  type?: unknown;
}

/**
 * The document that `document_id` belongs to: the chosen type, else the country's. `undefined` when
 * the title names another document, or several.
 */
export function identityDocument({
  country,
  title,
  type,
}: DocumentQuery): DocumentName | undefined {
  const own = country === null ? undefined : NATIONAL[country];
  if (typeof type === 'string' && type !== '') return ofType(type, country, own);
  if (own === undefined) return undefined;
  if (title !== undefined)
    return TITLES[own]?.test(title) && !SEVERAL.test(title) ? own : undefined;
  return own === 'pe_dni' ? 'pe_any' : own;
}

function ofType(
  type: string,
  country: string | null,
  own: DocumentName | undefined,
): DocumentName | undefined {
  if (NATIONAL_TYPE.test(type)) return own;
  if (FOREIGN_TYPE.test(type)) return FOREIGN[country ?? ''];
  if (PASSPORT_TYPE.test(type)) return 'passport';
  return /^ptp$/i.test(type) && country === 'PE' ? 'pe_ptp' : undefined;
}

export function isNumeric(document: DocumentName): boolean {
  return NUMERIC.has(document);
}

const CHECKED_DOCUMENTS: readonly CheckedDocument[] = [
  'ar_dni',
  'br_cpf',
  'cl_run',
  'cr_cedula',
  'ec_cedula',
  'mx_curp',
  'pe_dni',
];

export function hasCheckDigit(document: DocumentName | undefined): document is CheckedDocument {
  return CHECKED_DOCUMENTS.some((checked) => checked === document);
}
