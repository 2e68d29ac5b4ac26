import type { KnownField } from '../../i18n/known-fields.ts';

/**
 * Titles that say no more than the field's name does, in any of our languages. Names that any form
 * may have, such as `name`, keep the title of their schema.
 */
const PLAIN: Partial<Record<KnownField, string>> = {
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

/**
 * Whether a schema's title only names a known field, in whatever language the service wrote it: then
 * the candidate reads that name in their own.
 */
export function isPlainTitle(known: KnownField | undefined, title: string): boolean {
  return known !== undefined && (PLAIN[known]?.split('|').includes(bare(title)) ?? false);
}
