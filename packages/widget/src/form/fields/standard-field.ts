import NAMES from '../../i18n/language-names.build.ts';
import { plainText } from '../../i18n/plain-text.ts';
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

/** Words of a name or title, without accents, that say that a field is not about the candidate. */
const OTHERS = new Set(
  `aunt attorney beneficiary boss boyfriend brother brothers child children colleague colleagues
  company cousin coworker coworkers dependent dependents doctor emergency employer employers father
  fathers fiance fiancee friend friends girlfriend grandfather grandmother grandparent grandparents
  guarantor guardian guardians husband kin landlord lawyer manager managers mother mothers neighbor
  neighbors neighbour neighbours parent parents partner physician professor recruiter referee
  referees reference references relative relatives roommate sibling siblings sister sisters sponsor
  spouse supervisor supervisors teacher uncle wife witness witnesses
  abogada abogado abuela abuelo amiga amigas amigo amigos apoderada apoderado beneficiaria
  beneficiario colega colegas companera companero conviviente conyuge emergencia empleador
  empleadores empresa esposa esposo familiar familiares fiador fiadora garante hermana hermanas
  hermano hermanos hija hijas hijo hijos jefa jefe jefes madre madres novia novio padre padres
  pareja prima primo profesor profesora referencia referencias supervisora testigo testigos tia tio
  tutor tutora vecina vecino
  advogada advogado avo chefe chefes companheira companheiro conjuge empregador empregadores filha
  filhas filho filhos gestor gestora irma irmao irmaos mae namorada namorado pai parente parentes
  professora testemunha testemunhas vizinha vizinho`.split(/\s+/),
);

/** Whether a field is about somebody else: autofill would enter the candidate's own data. */
export function isAboutOthers(path: readonly string[], title = ''): boolean {
  const words = [...path.map(snakeCase), title].flatMap((name) => plainText(name).split(/[^a-z]+/));
  return words.some((word) => OTHERS.has(word));
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

/** Whether a title only repeats the name of a standard field, in any of our languages. */
export function isGenericTitle(known: StandardField | undefined, title: string): boolean {
  return known !== undefined && (NAMES.titles[known]?.includes(plainText(title)) ?? false);
}
