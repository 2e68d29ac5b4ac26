import type { DocumentName } from '../../i18n/known-fields.ts';

/** What a country's identity number is, while no other type of document is chosen. */
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

/** Titles that name a country's document and no other beside it. */
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

/** Numbers without any letter or sign of their own. */
const OF_DIGITS: ReadonlySet<DocumentName> = new Set<DocumentName>([
  'ar_dni',
  'br_cpf',
  'co_cedula',
  'cr_cedula',
  'ec_cedula',
  'pe_dni',
]);

/** Where a form asks for an identity number. */
export interface DocumentPlace {
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  /** The schema's own name of the field. */
  title?: string | undefined;
  /** What is chosen as the type of the document; `undefined` when nothing is. */
  type?: unknown;
}

/**
 * Whose number `document_id` is: by the type that is chosen, else by the country. `undefined` when it
 * may be any: a title that names something else is believed.
 */
export function identityDocument({
  country,
  title,
  type,
}: DocumentPlace): DocumentName | undefined {
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

/** Whether a number has only digits, so that a keyboard of digits will do. */
export function isOfDigits(document: DocumentName): boolean {
  return OF_DIGITS.has(document);
}
