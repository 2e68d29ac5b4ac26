import type { DocumentName } from '../../i18n/standard-fields.ts';

/** The document of a country's citizens. */
interface NationalDocument {
  name: DocumentName;
  /** Titles that name it. */
  title: RegExp;
  /** Its number has digits only. */
  isNumeric?: boolean;
  /** `check-digits.ts` has its rules. */
  isChecked?: boolean;
}

const CEDULA = /c[ée]dula/i;
const DNI = /\bdni\b/i;
const NATIONAL: Record<string, NationalDocument> = {
  AR: { name: 'ar_dni', title: DNI, isNumeric: true, isChecked: true },
  BR: { name: 'br_cpf', title: /\bcpf\b/i, isNumeric: true, isChecked: true },
  CL: { name: 'cl_run', title: /\bru[nt]\b/i, isChecked: true },
  CO: { name: 'co_cedula', title: CEDULA, isNumeric: true },
  CR: { name: 'cr_cedula', title: CEDULA, isNumeric: true, isChecked: true },
  EC: { name: 'ec_cedula', title: CEDULA, isNumeric: true, isChecked: true },
  MX: { name: 'mx_curp', title: /\bcurp\b/i, isChecked: true },
  PA: { name: 'pa_cedula', title: CEDULA },
  PE: { name: 'pe_dni', title: DNI, isNumeric: true, isChecked: true },
};
const FOREIGN: Record<string, DocumentName> = {
  BR: 'br_rnm',
  CL: 'cl_foreigner',
  CO: 'co_foreigner',
  PE: 'pe_ce',
};
const NATIONAL_TYPE = /^(national_id|dni|cc|cpf|curp|ru[nt]|ci|c[ée]dula)$/i;
const FOREIGN_TYPE = /^(foreigner_card|ce)$/i;
const PASSPORT_TYPE = /^(passport|pasaporte|passaporte)$/i;
const SEVERAL = /\b(o|ou|or|e|y|and)\b|[/,]/i;

export interface DocumentQuery {
  /** Two upper-case letters; `null` when unknown. */
  country: string | null;
  title?: string | undefined;
  type?: unknown;
}

/**
 * The document that `document_id` belongs to: the chosen type, else the country's. `undefined` when
 * the title names another document, or several.
 */
export function identityDocument(query: DocumentQuery): DocumentName | undefined {
  const { country, title, type } = query;
  const own = country === null ? undefined : NATIONAL[country];
  if (typeof type === 'string' && type !== '') {
    if (NATIONAL_TYPE.test(type)) return own?.name;
    if (FOREIGN_TYPE.test(type)) return FOREIGN[country ?? ''];
    if (PASSPORT_TYPE.test(type)) return 'passport';
    return /^ptp$/i.test(type) && country === 'PE' ? 'pe_ptp' : undefined;
  }
  if (title !== undefined)
    return own?.title.test(title) && !SEVERAL.test(title) ? own.name : undefined;
  return own?.name === 'pe_dni' ? 'pe_any' : own?.name;
}

const byName = (document: DocumentName | undefined) =>
  Object.values(NATIONAL).find(({ name }) => name === document);

export function isNumeric(document: DocumentName | undefined): boolean {
  return byName(document)?.isNumeric ?? false;
}

export function hasCheckDigit(document: DocumentName | undefined): document is DocumentName {
  return byName(document)?.isChecked ?? false;
}

/** How the numbers of identity and tax documents are printed; each `#` is a digit or a letter. */
const PRINTED = [
  '###.###.###-##', // CPF
  '##.###.###/####-##', // CNPJ
  '##.###.###-#', // RUN, RG
  '#.###.###-#',
  '########-#',
  '#######-#',
  '##-########-#', // CUIT, RUC
  '#########-#', // NIT
  '###.###.###-#',
  '##.###.###', // DNI
  '#.###.###',
  '#-####-####', // cédula of Costa Rica
  '###-#######-#', // cédula of the Dominican Republic
  '###-######-#####', // cédula of Nicaragua
  '####-####-#####', // identity number of Honduras
];

/** Whether a text has the separators of such a number. */
export function isPrintedNumber(text: string): boolean {
  const tight = text.replaceAll(/\s*([./-])\s*/g, '$1');
  return PRINTED.includes(tight.replaceAll(/[\p{L}\d]/gu, '#'));
}

/** A number with the separators of every document whose numbers have as many digits and letters. */
export function withUsualSeparators(bare: string): string[] {
  const characters = [...bare];
  return PRINTED.filter((mask) => mask.match(/#/g)?.length === characters.length).map((mask) => {
    const left = [...characters];
    return mask.replaceAll('#', () => left.shift() ?? '');
  });
}
