import {
  choice,
  consent,
  type CorpusEntry,
  date,
  form,
  integer,
  list,
  text,
  titled,
  yesNo,
} from '../entry.ts';

const DEPARTMENTS = [
  'Amazonas',
  'Áncash',
  'Apurímac',
  'Arequipa',
  'Ayacucho',
  'Cajamarca',
  'Callao',
  'Cusco',
  'Huancavelica',
  'Huánuco',
  'Ica',
  'Junín',
  'La Libertad',
  'Lambayeque',
  'Lima',
  'Loreto',
  'Madre de Dios',
  'Moquegua',
  'Pasco',
  'Piura',
  'Puno',
  'San Martín',
  'Tacna',
  'Tumbes',
  'Ucayali',
];

export default [
  {
    name: 'identity with standard names',
    schema: form({
      first_name: { type: 'string' },
      last_name: { type: 'string' },
      document_id: { type: 'string', pattern: '^\\d{8}$' },
      dob: { type: 'string', format: 'date' },
    }),
    steps: [
      ['Nombres', 'Ana Lucía'],
      ['Apellidos', 'Quispe Mamani'],
      ['Número de documento', '12.345.678'],
      ['Fecha de nacimiento', '1990-05-31'],
    ],
    sends: {
      first_name: 'Ana Lucía',
      last_name: 'Quispe Mamani',
      document_id: '12345678',
      dob: '1990-05-31',
    },
  },
  {
    name: 'document type and number',
    schema: form({
      document_id_type: titled('Tipo de documento', {
        DNI: 'DNI',
        CE: 'Carné de extranjería',
        PAS: 'Pasaporte',
      }),
      numero: text('Número', { pattern: '^[A-Z0-9]{8,12}$' }),
    }),
    steps: [
      ['Tipo de documento', 'Carné de extranjería'],
      ['Número', 'AB1234567'],
    ],
    sends: { document_id_type: 'CE', numero: 'AB1234567' },
  },
  {
    name: 'RUC and business name',
    schema: form({
      ruc: text('RUC', { pattern: '^(10|15|17|20)\\d{9}$' }),
      razonSocial: { type: 'string', minLength: 3, maxLength: 100 },
    }),
    steps: [
      ['RUC', '20123456789'],
      ['Razon social', 'Molinos del Sur S.A.C.'],
    ],
    sends: { ruc: '20123456789', razonSocial: 'Molinos del Sur S.A.C.' },
  },
  {
    name: 'department in a searched list',
    schema: form({
      departamento: choice('Departamento', ...DEPARTMENTS),
      distrito: text('Distrito'),
    }),
    steps: [
      ['Departamento', 'San Martín'],
      ['Distrito', 'Tarapoto'],
    ],
    sends: { departamento: 'San Martín', distrito: 'Tarapoto' },
  },
  {
    name: 'mobile phone and e-mail',
    schema: form({
      celular: text('Celular', { pattern: '^9\\d{8}$' }),
      email: { type: 'string', format: 'email' },
    }),
    steps: [
      ['Celular', '987654321'],
      ['Correo electrónico', 'ana.quispe@example.pe'],
    ],
    sends: { celular: '987654321', email: 'ana.quispe@example.pe' },
  },
  {
    name: 'declaration with titled constants that must not be preselected',
    schema: form({
      antecedentes: {
        title: 'Antecedentes judiciales',
        oneOf: [
          { const: 'none', title: 'Ninguno' },
          { const: 'some', title: 'Tengo procesos pendientes' },
        ],
      },
      acepto: consent('Declaro que la información es verdadera'),
    }),
    steps: [
      { expect: 'Elige «Antecedentes judiciales»' },
      ['Antecedentes judiciales', 'Ninguno'],
      ['Declaro que la información es verdadera', true],
    ],
    sends: { antecedentes: 'none', acepto: true },
  },
  {
    name: 'pension system by condition',
    schema: form(
      { sistema: choice('Sistema de pensiones', 'ONP', 'AFP', 'Ninguno') },
      {
        allOf: [
          {
            if: { properties: { sistema: { const: 'AFP' } }, required: ['sistema'] },
            then: {
              properties: { afp: choice('AFP', 'Integra', 'Prima', 'Profuturo', 'Habitat') },
              required: ['afp'],
            },
          },
        ],
      },
    ),
    steps: [
      ['Sistema de pensiones', 'AFP'],
      ['AFP', 'Prima'],
    ],
    sends: { sistema: 'AFP', afp: 'Prima' },
  },
  {
    name: 'work history with rows',
    schema: form({
      empleos: list(
        'Empleos',
        form(
          { empresa: text('Nombre de la empresa'), desde: date('Desde'), hasta: date('Hasta') },
          { optional: ['hasta'] },
        ),
        { minItems: 1, maxItems: 3 },
      ),
    }),
    steps: [
      ['Nombre de la empresa', 'Alicorp'],
      ['Desde', '2018-02-01'],
      { press: 'Agregar Empleos' },
      ['Nombre de la empresa', 'Gloria', 1],
      ['Desde', '2020-03-15', 1],
      ['Hasta', '2022-12-31', 1],
    ],
    sends: {
      empleos: [
        { empresa: 'Alicorp', desde: '2018-02-01' },
        { empresa: 'Gloria', desde: '2020-03-15', hasta: '2022-12-31' },
      ],
    },
  },
  {
    name: 'household with whole numbers and soles',
    schema: form({
      hijos: integer('Número de hijos', { minimum: 0, maximum: 20 }),
      ingreso: { type: 'number', title: 'Ingreso mensual (S/)', minimum: 0, multipleOf: 0.01 },
      casa_propia: yesNo('¿Vives en casa propia?'),
    }),
    steps: [
      ['Número de hijos', '2'],
      ['Ingreso mensual (S/)', '1,025.50'],
      ['¿Vives en casa propia?', 'No'],
    ],
    sends: { hijos: 2, ingreso: 1025.5, casa_propia: false },
  },
  {
    name: 'languages as checkboxes',
    schema: form({
      idiomas: list(
        'Idiomas',
        { type: 'string', enum: ['Español', 'Quechua', 'Aimara', 'Inglés'] },
        { uniqueItems: true, minItems: 1 },
      ),
    }),
    steps: [['Idiomas', ['Quechua', 'Español']]],
    sends: { idiomas: ['Español', 'Quechua'] },
  },
  {
    name: 'licence plate and category',
    schema: form({
      placa: text('Placa', { pattern: '^[A-Z0-9]{3}\\-\\d{3}$', examples: ['ABC-123'] }),
      categoria: choice('Categoría', 'A-I', 'A-IIa', 'A-IIb', 'A-IIIa', 'A-IIIb', 'A-IIIc'),
    }),
    steps: [
      ['Placa', 'abc'],
      ['Categoría', 'A-IIb'],
      { expect: 'como ABC-123' },
      ['Placa', 'B7C-123'],
    ],
    sends: { placa: 'B7C-123', categoria: 'A-IIb' },
  },
  {
    name: 'emergency contact in a group, optional',
    schema: form(
      {
        nombre: text('Nombre de pila'),
        contacto: {
          ...form({
            quien: text('Persona de contacto'),
            fono: text('Teléfono de contacto', { minLength: 6 }),
          }),
          title: 'Contacto de emergencia',
        },
      },
      { optional: ['contacto'] },
    ),
    steps: [['Nombre de pila', 'Rosa']],
    sends: { nombre: 'Rosa' },
  },
] satisfies CorpusEntry[];
