/** Fields that the service is known to ask for; any other is named by its schema. */
export const KNOWN_FIELDS = [
  'certificate_id',
  'city_locode',
  'company',
  'dob',
  'document_id',
  'document_id_alt',
  'document_id_type',
  'email',
  'fathers_full_name',
  'full_name',
  'mothers_full_name',
  'name',
  'phone',
  'referees',
  'relationship',
] as const;
export type KnownField = (typeof KNOWN_FIELDS)[number];

/** Fields that hold a code, which people write with dots, dashes or blanks as they like. */
export const CODE_FIELDS: readonly KnownField[] = [
  'certificate_id',
  'city_locode',
  'document_id',
  'document_id_alt',
];

/** Countries whose identity number has a name of its own. */
export const DOCUMENT_COUNTRIES = ['AR', 'BR', 'CL', 'CO', 'CR', 'EC', 'MX', 'PA', 'PE'] as const;
export type DocumentCountry = (typeof DOCUMENT_COUNTRIES)[number];
