import { GENERIC_TITLES } from '../../i18n/messages.build.ts';
import { plainText } from '../../i18n/plain-text.ts';
import { fromPointer, parentOf } from '../../validation/json.ts';
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
/** In nested objects that are not about the candidate, these fields belong to another person. */
const NESTED: Partial<Record<StandardField, StandardField>> = {
  email: 'referee_email',
  full_name: 'name',
  phone: 'referee_phone',
};

const KNOWN: ReadonlySet<string> = new Set(STANDARD_FIELDS);

/** The standard field at a JSON Pointer, if it is one. */
export function standardField(pointer: string): StandardField | undefined {
  const path = fromPointer(pointer);
  const name = snakeCase(path.at(-1) ?? '');
  const known = Object.hasOwn(SYNONYMS, name)
    ? SYNONYMS[name]
    : KNOWN.has(name)
      ? (name as StandardField)
      : undefined;
  if (known === undefined || isInOwnGroup(pointer)) return known;
  return NESTED[known] ?? known;
}

/** `birth_date` for `birthDate` and `birth-date`. */
export const snakeCase = (name: string) =>
  name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/(?<=\w\w)-(?=\w)/g, '_');

/** The words and numbers of names and titles, without accents. */
export const termsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => plainText(snakeCase(text)).match(/[a-z]+|\d+/g) ?? []);

/** Words of the names of groups that can only be about the candidate, such as `datos_personales`. */
const OWN_GROUP = new Set(
  `about address applicant basic candidate contact current data details domicile general home identity
  info information location me my own permanent personal profile residence residential you your
  actual candidata candidato contacto datos de del direccion domicilio generales identidad informacion
  la mi mis perfil permanente personales postulante residencia tu tus ubicacion
  atual contato da dados do endereco identidade informacoes localizacao meu meus pessoais pessoal
  residencial seu seus`.split(/\s+/),
);

/** Whether all objects around a field are about the candidate. */
export function isInOwnGroup(pointer: string): boolean {
  return termsOf(fromPointer(parentOf(pointer))).every((word) => OWN_GROUP.has(word));
}

const CODES = new Set<StandardField | undefined>([
  'certificate_id',
  'city_locode',
  'document_id',
  'document_id_alt',
]);

/** Whether a field holds a code, which may be typed with dots, hyphens, or spaces. */
export function isCode(pointer: string): boolean {
  return CODES.has(standardField(pointer));
}

/** Whether a title only repeats the name of a standard field, in any of our languages. */
export function isGenericTitle(known: StandardField | undefined, title: string): boolean {
  return known !== undefined && (GENERIC_TITLES[known]?.includes(plainText(title)) ?? false);
}
