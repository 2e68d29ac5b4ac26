import { CODE_FIELDS, KNOWN_FIELDS, type KnownField } from '../../i18n/known-fields.ts';

/** Other names of a field that the service is known to ask for. */
const SAME_FIELD: Record<string, KnownField> = {
  birth_date: 'dob',
  celular: 'phone',
  cell_phone: 'phone',
  cellphone: 'phone',
  correo: 'email',
  date_of_birth: 'dob',
  'e-mail': 'email',
  email_address: 'email',
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
/** In a part or list a name stands for somebody else's. */
const OTHERS: Partial<Record<KnownField, KnownField>> = {
  email: 'referee_email',
  full_name: 'name',
  phone: 'referee_phone',
};

const KNOWN: ReadonlySet<string> = new Set(KNOWN_FIELDS);

/** The known field at a path; `undefined` when it is none. */
export function knownField(path: readonly string[]): KnownField | undefined {
  const name = (path.at(-1) ?? '').toLowerCase();
  const known = Object.hasOwn(SAME_FIELD, name)
    ? SAME_FIELD[name]
    : KNOWN.has(name)
      ? (name as KnownField)
      : undefined;
  return known !== undefined && path.length > 1 ? (OTHERS[known] ?? known) : known;
}

/** Whether a field holds a code, such as an identity number. */
export function isCode(path: readonly string[]): boolean {
  const known = knownField(path);
  return known !== undefined && CODE_FIELDS.includes(known);
}
