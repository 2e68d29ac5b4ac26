/** Fields that the service often uses; they have labels in each of our languages. */
export const STANDARD_FIELDS = [
  'certificate_id',
  'city_locode',
  'company',
  'dob',
  'document_id',
  'document_id_alt',
  'document_id_type',
  'email',
  'fathers_full_name',
  'first_name',
  'full_name',
  'last_name',
  'mothers_full_name',
  'name',
  'phone',
  'referee_email',
  'referee_phone',
  'referees',
  'relationship',
] as const;
export type StandardField = (typeof STANDARD_FIELDS)[number];

/** Identity documents with labels of their own; `pe_any` until a type is chosen. */
export type DocumentName =
  | 'ar_dni'
  | 'br_cpf'
  | 'br_rg'
  | 'br_rnm'
  | 'cl_foreigner'
  | 'cl_run'
  | 'co_cedula'
  | 'co_foreigner'
  | 'cr_cedula'
  | 'ec_cedula'
  | 'mx_curp'
  | 'pa_cedula'
  | 'passport'
  | 'pe_any'
  | 'pe_ce'
  | 'pe_dni'
  | 'pe_ptp';
