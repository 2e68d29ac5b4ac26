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

/** Countries whose identity number has a name of its own. */
export const DOCUMENT_COUNTRIES = ['AR', 'BR', 'CL', 'CO', 'CR', 'EC', 'MX', 'PA', 'PE'] as const;
export type DocumentCountry = (typeof DOCUMENT_COUNTRIES)[number];
