import { plainText } from '../../i18n/plain-text.ts';
import { fromPointer, keyOf, parentOf } from '../../validation/json.ts';
import { isInOwnGroup, snakeCase, standardField, termsOf } from './match-standard-field.ts';

/** Words of a name or title, without accents, that say that a field is not about the candidate. */
const OTHERS = new Set(
  `aunt attorney beneficiary boss boyfriend brother brothers child children colleague colleagues
  company cousin coworker coworkers dependent dependents doctor emergency employer employers father
  fathers fiance fiancee friend friends girlfriend grandfather grandmother grandparent grandparents
  guarantor guardian guardians husband kin landlord lawyer manager managers mother mothers neighbor
  neighbors neighbour neighbours parent parents partner person physician professor recruiter referee
  referees reference references relative relatives roommate sibling siblings sister sisters sponsor
  spouse supervisor supervisors teacher uncle wife witness witnesses
  abogada abogado abuela abuelo amiga amigas amigo amigos apoderada apoderado beneficiaria
  beneficiario colega colegas companera companero conviviente conyuge emergencia empleador
  empleadores empresa esposa esposo familiar familiares fiador fiadora garante hermana hermanas
  hermano hermanos hija hijas hijo hijos jefa jefe jefes madre madres novia novio padre padres
  pareja persona prima primo profesor profesora referencia referencias supervisora testigo testigos tia tio
  tutor tutora vecina vecino
  advogada advogado avo chefe chefes companheira companheiro conjuge empregador empregadores filha
  filhas filho filhos gestor gestora irma irmao irmaos mae namorada namorado pai parente parentes pessoa
  professora testemunha testemunhas vizinha vizinho`.split(/\s+/),
);

/** Words of an address where the candidate does not live now. */
const ELSEWHERE = new Set(
  `billing birth born business former issue issued issuing job nationality office old previous prior school
  shipping university work workplace
  anterior anteriores colegio emision envio escuela expedicion facturacion laboral nacimiento
  nacionalidad oficina trabajo universidad
  cobranca emissao entrega escola escritorio expedicao faculdade nacionalidade nascimento trabalho
  universidade`.split(/\s+/),
);

/** The tokens of `autocomplete`, and names of the fields that they fill in. */
const TOKENS = {
  name: 'full_name name nombre_completo nombres_y_apellidos nome nome_completo',
  'given-name': 'first_name forename given_name nombre nombres prenome primeiro_nome primer_nombre',
  'additional-name': 'middle_name segundo_nombre',
  'family-name':
    'apellido apellido_paterno apellidos family_name last_name primer_apellido sobrenome surname',
  'street-address': 'address direccion domicilio endereco street_address',
  'address-line1':
    'address1 address_1 address_line1 address_line_1 calle calle_y_numero logradouro rua street',
  'address-line2': 'address2 address_2 address_line2 address_line_2 apartment complemento',
  'postal-code': 'cep codigo_postal post_code postal_code postcode zip zip_code zipcode',
  'address-level2': 'cidade city city_locode ciudad comuna localidad municipality municipio town',
  'address-level1': 'departamento estado province provincia region state state_province uf',
  country: 'codigo_pais country country_code pais',
};
type AutofillToken = keyof typeof TOKENS | 'email' | 'tel' | 'bday';

const BY_NAME = new Map(
  Object.entries(TOKENS).flatMap(([token, names]) =>
    names.split(' ').map((name) => [name, token as AutofillToken] as const),
  ),
);
const BY_STANDARD_FIELD: Partial<Record<string, AutofillToken>> = {
  dob: 'bday',
  email: 'email',
  first_name: 'given-name',
  last_name: 'family-name',
  phone: 'tel',
};

/**
 * Whether a field is about the candidate, so that autofill helps: at the top, or in groups of their own.
 *
 * @param titles - of the field and of the groups around it
 */
function isAboutCandidate(pointer: string, titles: readonly string[]): boolean {
  return (
    isInOwnGroup(pointer) &&
    !termsOf([...fromPointer(pointer), ...titles]).some((word) => OTHERS.has(word))
  );
}

/** Tokens for another person, whose data browsers take for the candidate's unless it is in a section of its own. */
const OF_PEOPLE: ReadonlySet<string | undefined> = new Set(
  'name given-name additional-name family-name email tel'.split(' '),
);
/** Names that anything can have. */
const ANY_NAME = new Set(['name', 'nombre', 'nome']);

const tokenNamed = (name: string): AutofillToken | undefined =>
  BY_STANDARD_FIELD[standardField(`/${name}`) ?? ''] ?? BY_NAME.get(name);

/** `section-referee email`; `off` where nothing says which of a person's data a field holds. */
function sectionToken(
  pointer: string,
  titles: readonly string[],
  format: string | undefined,
): string {
  const words = termsOf([keyOf(pointer)]);
  const around = termsOf(fromPointer(parentOf(pointer)));
  const other = termsOf([keyOf(pointer), ...titles]).find((word) => OTHERS.has(word));
  const isPerson = other !== undefined || around.some((word) => OTHERS.has(word));
  // `referee_email`, `mothers_full_name`, and `correo_de_tu_jefe`.
  const parts = words.flatMap((_word, at) => [words.slice(at), words.slice(0, at)]);
  const names = parts.map((part) => part.join('_'));
  const known = names.filter((name) => isPerson || !ANY_NAME.has(name)).map(tokenNamed);
  const byFormat = tokenNamed(format === 'tel' ? 'phone' : (format ?? ''));
  const token = [...known, byFormat].find((each) => OF_PEOPLE.has(each));
  if (token === undefined) return 'off';
  return `section-${[...around, other].filter(Boolean).join('-')} ${token}`;
}

/**
 * What a browser may fill in of the candidate's own data. Another person's name, e-mail, and phone are in sections
 * of their own: browsers ignore `off`, and fill in with the candidate's name the e-mail of a referee.
 *
 * @param titles - of the field and of the groups around it
 */
export function autofillToken(
  pointer: string,
  titles: readonly string[],
  format?: string,
): string | undefined {
  if (!isAboutCandidate(pointer, titles)) return sectionToken(pointer, titles, format);
  const path = fromPointer(pointer);
  const name = plainText(snakeCase(keyOf(pointer)));
  const token = BY_STANDARD_FIELD[standardField(pointer) ?? ''] ?? BY_NAME.get(name);
  const isPlace = token !== undefined && /address|postal|country/.test(token);
  const isElsewhere = termsOf([...path, ...titles]).some((word) => ELSEWHERE.has(word));
  return isPlace && isElsewhere ? 'off' : token;
}
