import {
  choice,
  type CorpusEntry,
  date,
  form,
  integer,
  list,
  number,
  text,
  yesNo,
} from '../entry.ts';

const COUNTRIES =
  'AF AL DE AD AO AI AQ AG SA DZ AR AM AW AU AT AZ BS BD BB BH BE BZ BJ BM BY BO BA BW BR BN BG BF BI BT CV KH CM CA QA TD CL CN CY CO KM KP KR CI CR HR CU DK DM EC EG SV AE ER SK SI ES US EE ET PH FI FJ FR GA GM GE GH GI GD GR GL GP GU GT GF GN GQ GW GY HT HN HU IN ID IQ IR IE IS IL IT JM JP JO KZ KE KG KI KW LA LS LV LB LR LY LI LT LU MG MY MW MV ML MT MA MU MR MX FM MD MC MN ME MZ MM NA NR NP NI NE NG NO NZ OM NL PK PW PA PG PY PE PL PT GB CF CZ CG CD DO RW RO RU WS SN RS SC SL SG SY SO LK ZA SD SS SE CH SR TH TZ TJ TL TG TO TT TN TM TR TV UA UG UY UZ VU VE VN YE DJ ZM ZW'.split(
    ' ',
  );
const country = (title: string) => ({ type: 'string', title, enum: COUNTRIES });
const countryOneOf = (title: string) => ({
  title,
  oneOf: COUNTRIES.map((code) => ({ const: code, title: `País ${code}` })),
});
const names = (count: number, make: (title: string) => unknown) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`pais_${at}`, make(`País ${at + 1}`)]),
  );

export default [
  {
    name: 'all countries, nine times',
    schema: form(names(9, country), { optional: Object.keys(names(9, country)).slice(2) }),
    steps: [
      ['País 1', 'Perú'],
      ['País 2', 'Brasil'],
    ],
    sends: { pais_0: 'PE', pais_1: 'BR' },
  },
  {
    name: 'all countries as titled constants, twice',
    schema: form(names(2, countryOneOf), {
      optional: Object.keys(names(2, countryOneOf)).slice(1),
    }),
    steps: [['País 1', 'País CL']],
    sends: { pais_0: 'CL' },
  },
  {
    name: '400 titled constants',
    schema: form({
      municipio: {
        title: 'Municipio',
        anyOf: Array.from({ length: 400 }, (_, at) => ({
          const: `m${at}`,
          title: `Municipio ${at}`,
        })),
      },
    }),
    steps: [['Municipio', 'Municipio 123']],
    sends: { municipio: 'm123' },
  },
  {
    name: 'several of 180 countries',
    schema: form({
      residencia: list(
        'Países de residencia',
        { type: 'string', enum: COUNTRIES },
        { uniqueItems: true },
      ),
    }),
    steps: [['Países de residencia', ['Perú', 'Argentina']]],
    sends: { residencia: ['PE', 'AR'] },
  },
  {
    name: 'several titled constants',
    schema: form({
      turnos: list(
        'Turnos',
        {
          anyOf: [
            { const: 'm', title: 'Mañana' },
            { const: 't', title: 'Tarde' },
            { const: 'n', title: 'Noche' },
          ],
        },
        { uniqueItems: true },
      ),
    }),
    steps: [['Turnos', ['Mañana', 'Noche']]],
    sends: { turnos: ['m', 'n'] },
  },
  {
    name: 'required but nullable, left empty',
    schema: form({
      segundo: { type: ['string', 'null'], title: 'Segundo nombre' },
      numero: { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'Número interior' },
      tipo: { enum: ['A', 'B', null], title: 'Tipo' },
      sabe: { type: ['boolean', 'null'], title: '¿Sabe conducir?' },
    }),
    steps: [],
    sends: { segundo: null, numero: null, tipo: null, sabe: null },
  },
  {
    name: 'required but nullable, filled in',
    schema: form({
      segundo: { type: ['string', 'null'], title: 'Segundo nombre' },
      numero: { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'Número interior' },
      tipo: { enum: ['A', 'B', null], title: 'Tipo' },
      sabe: { type: ['boolean', 'null'], title: '¿Sabe conducir?' },
    }),
    steps: [
      ['Segundo nombre', 'María'],
      ['Número interior', '12'],
      ['Tipo', 'B'],
      ['¿Sabe conducir?', 'No'],
    ],
    sends: { segundo: 'María', numero: 12, tipo: 'B', sabe: false },
  },
  {
    name: 'branches with a distinguishing constant',
    schema: form({
      vehiculo: {
        title: 'Vehículo',
        oneOf: [
          form({ kind: { const: 'car' }, plate: text('Placa') }),
          form({ kind: { const: 'bike' }, brand: text('Marca') }),
        ],
      },
    }),
    steps: [
      ['Vehículo', 'Bike'],
      ['Marca', 'Monark'],
    ],
    sends: { vehiculo: { kind: 'bike', brand: 'Monark' } },
  },
  {
    name: 'a number or a text',
    schema: form({
      piso: { title: 'Piso', anyOf: [{ type: 'integer' }, { type: 'string' }] },
      bloque: { title: 'Bloque', type: ['string', 'integer'] },
    }),
    steps: [
      ['Piso', '3'],
      ['Bloque', '4'],
    ],
    sends: { piso: 3, bloque: '4' },
  },
  {
    name: 'one of two fields is required',
    schema: {
      type: 'object',
      properties: { fijo: text('Teléfono fijo'), movil: text('Teléfono móvil') },
      anyOf: [{ required: ['fijo'] }, { required: ['movil'] }],
    },
    steps: [{ expect: 'Ingresa «Teléfono fijo»' }, ['Teléfono móvil', '999']],
    sends: { movil: '999' },
  },
  {
    name: 'one of two groups of fields is required',
    schema: {
      type: 'object',
      properties: {
        dni: text('DNI del titular'),
        pasaporte: text('Pasaporte'),
        pais: text('País emisor'),
      },
      oneOf: [{ required: ['dni'] }, { required: ['pasaporte', 'pais'] }],
    },
    steps: [
      ['Pasaporte', 'P123'],
      ['País emisor', 'Chile'],
    ],
    sends: { pasaporte: 'P123', pais: 'Chile' },
  },
  {
    name: 'a file and a list of files',
    schema: form({
      cv: text('Currículum', { format: 'data-url' }),
      anexos: list('Anexos', { type: 'string', format: 'data-url' }),
    }),
    steps: [
      { file: 'cv.txt', to: 'Currículum' },
      { file: 'a.txt', to: 'Anexos' },
      { file: 'b.txt', to: 'Anexos' },
    ],
    sends: {
      cv: 'data:text/plain;name=cv.txt;base64,Y3YudHh0',
      anexos: [
        'data:text/plain;name=a.txt;base64,YS50eHQ=',
        'data:text/plain;name=b.txt;base64,Yi50eHQ=',
      ],
    },
  },
  {
    name: 'declared fields beside patternProperties',
    schema: form(
      { nombre: text('Nombre corto'), edad: integer('Edad') },
      { patternProperties: { '^x_': { type: 'string' } } },
    ),
    steps: [
      ['Nombre corto', 'Ana'],
      ['Edad', '30'],
    ],
    sends: { nombre: 'Ana', edad: 30 },
  },
  {
    name: 'declared fields that a pattern matches too',
    schema: form(
      { x_uno: text('Uno'), x_dos: text('Dos', { maxLength: 5 }), z: text('Zeta') },
      {
        patternProperties: { '^x_': { type: 'string', minLength: 2 } },
        additionalProperties: false,
      },
    ),
    steps: [
      ['Uno', 'a'],
      ['Dos', 'bb'],
      ['Zeta', 'c'],
      { expect: 'Uno: escribe al menos 2 caracteres' },
      ['Uno', 'aa'],
    ],
    sends: { x_uno: 'aa', x_dos: 'bb', z: 'c' },
  },
  {
    name: 'numeric property names',
    schema: form({
      nombre: text('Nombre corto'),
      2023: number('Ingresos de 2023'),
      2022: number('Ingresos de 2022'),
      7: { type: 'string' },
    }),
    steps: [
      ['Nombre corto', 'Ana'],
      ['Ingresos de 2023', '10'],
      ['Ingresos de 2022', '9'],
      ['7', 'x'],
    ],
    sends: { nombre: 'Ana', 2023: 10, 2022: 9, 7: 'x' },
  },
  {
    name: 'an optional tuple',
    schema: form(
      {
        rango: list('Rango', [number('Mínimo'), number('Máximo')], {
          minItems: 2,
          additionalItems: false,
        }),
        nota: text('Nota'),
      },
      { optional: ['rango'] },
    ),
    steps: [
      ['Mínimo', '1'],
      ['Máximo', '2'],
      ['Nota', 'x'],
    ],
    sends: { rango: [1, 2], nota: 'x' },
  },
  {
    name: 'an optional tuple, left empty',
    schema: form(
      {
        rango: list('Rango', [number('Mínimo'), number('Máximo')], { minItems: 2 }),
        nota: text('Nota'),
      },
      { optional: ['rango'] },
    ),
    steps: [['Nota', 'x']],
    sends: { nota: 'x' },
  },
  {
    name: 'fields of a reference within allOf',
    schema: {
      type: 'object',
      allOf: [{ $ref: '#/definitions/person' }],
      properties: { extra: text('Extra') },
      definitions: { person: form({ nombre: text('Nombre corto'), pais: text('País') }) },
    },
    steps: [
      { expect: 'Ingresa «Nombre corto»' },
      { expect: 'Ingresa «País»' },
      ['Nombre corto', 'Ana'],
      ['País', 'Perú'],
      ['Extra', 'x'],
    ],
    sends: { nombre: 'Ana', pais: 'Perú', extra: 'x' },
  },
  {
    name: 'a group that is a reference within allOf',
    schema: {
      ...form({ titular: { title: 'Titular', allOf: [{ $ref: '#/definitions/person' }] } }),
      definitions: { person: form({ nombre: text('Nombre corto'), pais: text('País') }) },
    },
    steps: [
      { expect: 'Ingresa «Nombre corto»' },
      { expect: 'Ingresa «País»' },
      ['Nombre corto', 'Ana'],
      ['País', 'Perú'],
    ],
    sends: { titular: { nombre: 'Ana', pais: 'Perú' } },
  },
  {
    name: 'limits of a date',
    schema: form({
      inicio: date('Inicio', { formatMinimum: '2024-01-01', formatMaximum: '2024-12-31' }),
    }),
    steps: [
      ['Inicio', '2023-05-01'],
      { expect: 'Inicio: debe ser el 1 de enero de 2024 o después' },
      ['Inicio', '2024-05-01'],
    ],
    sends: { inicio: '2024-05-01' },
  },
  {
    name: 'names of options by x-enumNames',
    schema: form({
      nivel: {
        type: 'integer',
        title: 'Nivel',
        enum: [1, 2, 3],
        'x-enumNames': ['Básico', 'Medio', 'Alto'],
      },
      otro: { type: 'string', title: 'Otro', enum: ['a', 'b'], enumNames: ['Ah', 'Be'] },
    }),
    steps: [
      ['Nivel', 'Medio'],
      ['Otro', 'Be'],
    ],
    sends: { nivel: 2, otro: 'b' },
  },
  {
    name: 'an option with an empty value',
    schema: form({ sexo: choice('Sexo', '', 'F', 'M'), hijos: yesNo('¿Tienes hijos?') }),
    steps: [
      ['Sexo', 'F'],
      ['¿Tienes hijos?', 'Sí'],
    ],
    sends: { sexo: 'F', hijos: true },
  },
  {
    name: 'a long text, a secret, and a birth date without format',
    schema: form({
      carta: text('Carta', { maxLength: 1_000 }),
      clave: text('Clave', { writeOnly: true }),
      birthDate: { type: 'string' },
    }),
    steps: [
      ['Carta', 'Hola.\nSoy Ana.'],
      ['Clave', 's3creta'],
      ['Fecha de nacimiento', '1985-02-03'],
    ],
    sends: { carta: 'Hola.\nSoy Ana.', clave: 's3creta', birthDate: '1985-02-03' },
  },
] satisfies CorpusEntry[];
