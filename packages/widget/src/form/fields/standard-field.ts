import { STANDARD_FIELDS, type StandardField } from '../../i18n/standard-fields.ts';

/** Other names of standard fields. */
const SYNONYMS: Record<string, StandardField> = {
  birth_date: 'dob',
  birthdate: 'dob',
  birthday: 'dob',
  celular: 'phone',
  cell_phone: 'phone',
  cellphone: 'phone',
  correo: 'email',
  data_de_nascimento: 'dob',
  data_nascimento: 'dob',
  date_of_birth: 'dob',
  'e-mail': 'email',
  email_address: 'email',
  fecha_de_nacimiento: 'dob',
  fecha_nacimiento: 'dob',
  given_names: 'first_name',
  mobile: 'phone',
  mobile_phone: 'phone',
  movil: 'phone',
  móvil: 'phone',
  phone_number: 'phone',
  references: 'referees',
  surname: 'last_name',
  telefone: 'phone',
  telefono: 'phone',
  teléfono: 'phone',
  telephone: 'phone',
  whatsapp: 'phone',
};
/** In nested objects these fields belong to another person. */
const NESTED: Partial<Record<StandardField, StandardField>> = {
  email: 'referee_email',
  full_name: 'name',
  phone: 'referee_phone',
};

const KNOWN: ReadonlySet<string> = new Set(STANDARD_FIELDS);

/** The standard field at a path, if it is one. */
export function standardField(path: readonly string[]): StandardField | undefined {
  const name = snakeCase(path.at(-1) ?? '');
  const known = Object.hasOwn(SYNONYMS, name)
    ? SYNONYMS[name]
    : KNOWN.has(name)
      ? (name as StandardField)
      : undefined;
  return known !== undefined && path.length > 1 ? (NESTED[known] ?? known) : known;
}

/** `birth_date` for `birthDate` and `birth-date`. */
const snakeCase = (name: string) =>
  name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/(?<=\w\w)-(?=\w)/g, '_');

const CODES = new Set<StandardField | undefined>([
  'certificate_id',
  'city_locode',
  'document_id',
  'document_id_alt',
]);

/** Whether a field holds a code, which may be typed with dots, hyphens, or spaces. */
export function isCode(path: readonly string[]): boolean {
  return CODES.has(standardField(path));
}

/**
 * Titles that only repeat the field's name, in any of our languages. Common names, such as `name`,
 * are left out: their title may say more.
 */
const GENERIC_TITLES: Partial<Record<StandardField, string>> = {
  certificate_id: 'numero de certificado|numero do certificado|certificate number',
  city_locode: 'ciudad|cidade|city',
  dob: 'fecha de nacimiento|data de nascimento|date of birth|birth date',
  document_id: 'numero de documento|numero do documento|document number|document id',
  document_id_type: 'tipo de documento|document type',
  fathers_full_name: 'nombre completo del padre|nome completo do pai|father’s full name',
  first_name: 'nombres|nome|first name',
  full_name: 'nombre completo|nome completo|full name',
  last_name: 'apellidos|sobrenome|last name',
  mothers_full_name: 'nombre completo de la madre|nome completo da mae|mother’s full name',
  referees: 'referencia|referencias|references|reference',
};

const bare = (title: string) =>
  title.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll("'", '’').trim().toLowerCase();

/** Whether a title only repeats the name of a standard field, in any of our languages. */
export function isGenericTitle(known: StandardField | undefined, title: string): boolean {
  return known !== undefined && (GENERIC_TITLES[known]?.split('|').includes(bare(title)) ?? false);
}
