import {
  choice,
  consent,
  type CorpusEntry,
  date,
  form,
  integer,
  list,
  number,
  text,
  titled,
  yesNo,
} from '../entry.ts';

const CL = { country: 'CL' } as const;
const CO = { country: 'CO' } as const;
const EC = { country: 'EC' } as const;

export default [
  {
    ...CL,
    name: 'RUN with its standard name',
    schema: form({ document_id: { type: 'string', pattern: '^\\d{7,8}-[\\dkK]$' } }),
    steps: [['RUN', '12.345.678-5']],
    sends: { document_id: '12345678-5' },
  },
  {
    ...CL,
    name: 'RUT with points',
    schema: form({ rut: text('RUT', { pattern: '^\\d{1,2}\\.\\d{3}\\.\\d{3}[-][0-9kK]{1}$' }) }),
    steps: [['RUT', '12.345.678-5']],
    sends: { rut: '12.345.678-5' },
  },
  {
    ...CL,
    name: 'health and pension',
    schema: form({
      salud: choice('Previsión de salud', 'Fonasa', 'Isapre'),
      afp: choice('AFP', 'Capital', 'Cuprum', 'Habitat', 'Modelo', 'PlanVital', 'ProVida', 'Uno'),
    }),
    steps: [
      ['Previsión de salud', 'Fonasa'],
      ['AFP', 'Modelo'],
    ],
    sends: { salud: 'Fonasa', afp: 'Modelo' },
  },
  {
    ...CL,
    name: 'commune and region',
    schema: form({
      region: {
        type: 'integer',
        title: 'Región',
        oneOf: [
          { const: 5, title: 'Valparaíso' },
          { const: 13, title: 'Metropolitana' },
        ],
      },
      comuna: text('Comuna', { minLength: 2 }),
    }),
    steps: [
      ['Región', 'Metropolitana'],
      ['Comuna', 'Ñuñoa'],
    ],
    sends: { region: 13, comuna: 'Ñuñoa' },
  },
  {
    ...CL,
    name: 'foreigner with a visa by dependency',
    schema: form(
      {
        nacionalidad: text('Nacionalidad'),
        visa: text('Número de visa'),
        vence: date('Vencimiento de la visa'),
      },
      { optional: ['visa', 'vence'], dependencies: { visa: ['vence'] } },
    ),
    steps: [
      ['Nacionalidad', 'peruana'],
      ['Número de visa', 'V-77'],
      { expect: 'Ingresa «Vencimiento de la visa»' },
      ['Vencimiento de la visa', '2027-06-30'],
    ],
    sends: { nacionalidad: 'peruana', visa: 'V-77', vence: '2027-06-30' },
  },
  {
    ...CL,
    name: 'licence classes, at most two',
    schema: form({
      clases: list(
        'Clases',
        { enum: ['A1', 'A2', 'B', 'C', 'D'] },
        { uniqueItems: true, maxItems: 2 },
      ),
    }),
    steps: [
      ['Clases', ['A1', 'B', 'D']],
      { expect: 'Clases: indica como máximo 2' },
      ['Clases', ['D']],
    ],
    sends: { clases: ['A1', 'B'] },
  },
  {
    ...CL,
    name: 'salary in pesos',
    schema: form({ renta: integer('Renta líquida', { minimum: 100_000 }) }),
    steps: [['Renta líquida', '850.000']],
    sends: { renta: 850000 },
  },
  {
    ...CL,
    name: 'a declaration to type exactly',
    schema: form({ firma: text('Escribe ACEPTO', { pattern: '^ACEPTO$' }) }),
    steps: [['Escribe ACEPTO', 'ACEPTO']],
    sends: { firma: 'ACEPTO' },
  },
  {
    ...CL,
    name: 'time of an interview',
    schema: form({ cuando: { type: 'string', format: 'time', title: 'Hora de la entrevista' } }),
    steps: [['Hora de la entrevista', '09:30']],
    sends: { cuando: '09:30:00-05:00' },
  },
  {
    ...CO,
    name: 'cédula with its standard name',
    schema: form({
      document_id: { type: 'string', pattern: '^\\d{6,10}$' },
      phone: { type: 'string', pattern: '^\\+573\\d{9}$' },
    }),
    steps: [
      ['Cédula de ciudadanía', '1.020.304.050'],
      ['Teléfono', '300 123 4567'],
    ],
    sends: { document_id: '1020304050', phone: '+573001234567' },
  },
  {
    ...CO,
    name: 'address with a street kind',
    schema: form({
      direccion: text('Dirección', {
        pattern:
          '^(Calle|Carrera|Avenida|Diagonal|Transversal)\\s\\d+[A-Z]?\\s?#\\s?\\d+[A-Z]?\\s?-\\s?\\d+.*$',
        examples: ['Calle 10 # 5-51'],
      }),
    }),
    steps: [
      ['Dirección', 'por ahí'],
      { expect: 'como Calle 10 # 5-51' },
      ['Dirección', 'Carrera 7 # 71-21 Torre B'],
    ],
    sends: { direccion: 'Carrera 7 # 71-21 Torre B' },
  },
  {
    ...CO,
    name: 'NIT with a hyphen',
    schema: form({ nit: text('NIT', { pattern: '^\\d{9}\\-\\d$' }) }),
    steps: [['NIT', '900123456-7']],
    sends: { nit: '900123456-7' },
  },
  {
    ...CO,
    name: 'social class and household',
    schema: form({
      estrato: { type: 'integer', title: 'Estrato', enum: [1, 2, 3, 4, 5, 6] },
      personas: integer('Personas en el hogar', { minimum: 1 }),
    }),
    steps: [
      ['Estrato', '3'],
      ['Personas en el hogar', '4'],
    ],
    sends: { estrato: 3, personas: 4 },
  },
  {
    ...CO,
    name: 'health providers in one list and other',
    schema: form(
      { eps: choice('EPS', 'Sura', 'Sanitas', 'Nueva EPS', 'Otra') },
      {
        if: { properties: { eps: { const: 'Otra' } }, required: ['eps'] },
        then: { properties: { cual: text('¿Cuál?') }, required: ['cual'] },
      },
    ),
    steps: [['EPS', 'Otra'], { expect: 'Responde: ¿Cuál?' }, ['¿Cuál?', 'Compensar']],
    sends: { eps: 'Otra', cual: 'Compensar' },
  },
  {
    ...CO,
    name: 'vehicle or none',
    schema: form(
      { tiene: yesNo('¿Tienes vehículo?') },
      {
        dependencies: {
          tiene: {
            oneOf: [
              { properties: { tiene: { const: false } } },
              {
                properties: {
                  tiene: { const: true },
                  placa: text('Placa', { pattern: '^[A-Z]{3}\\d{3}$' }),
                },
                required: ['placa'],
              },
            ],
          },
        },
      },
    ),
    steps: [
      ['¿Tienes vehículo?', 'Sí'],
      ['Placa', 'ABC123'],
    ],
    sends: { tiene: true, placa: 'ABC123' },
  },
  {
    ...CO,
    name: 'vehicle or none, none',
    schema: form(
      { tiene: yesNo('¿Tienes vehículo?') },
      {
        dependencies: {
          tiene: {
            oneOf: [
              { properties: { tiene: { const: false } } },
              { properties: { tiene: { const: true }, placa: text('Placa') }, required: ['placa'] },
            ],
          },
        },
      },
    ),
    steps: [['¿Tienes vehículo?', 'No']],
    sends: { tiene: false },
  },
  {
    ...CO,
    name: 'degrees in nested rows',
    schema: form({
      estudios: list(
        'Estudios',
        form(
          {
            titulo: text('Título obtenido'),
            cursos: list('Cursos', { type: 'string', title: 'Curso' }),
          },
          { optional: ['cursos'] },
        ),
        { minItems: 1 },
      ),
    }),
    steps: [['Título obtenido', 'Ingeniera'], { press: 'Agregar Curso' }, ['Curso 1', 'Scrum']],
    sends: { estudios: [{ titulo: 'Ingeniera', cursos: ['Scrum'] }] },
  },
  {
    ...CO,
    name: 'habeas data',
    schema: form({
      habeas: { type: 'boolean', title: 'Autorizo consultar mis datos', enum: [true] },
      correo: { type: 'string', format: 'email', title: 'Correo' },
    }),
    steps: [
      ['Autorizo consultar mis datos', true],
      ['Correo', 'a@b.co'],
    ],
    sends: { habeas: true, correo: 'a@b.co' },
  },
  {
    ...EC,
    name: 'cédula with its standard name',
    schema: form({ document_id: { type: 'string', pattern: '^(0[1-9]|1\\d|2[0-4])\\d{8}$' } }),
    steps: [['Cédula de identidad', '1710034065']],
    sends: { document_id: '1710034065' },
  },
  {
    ...EC,
    name: 'RUC and mobile',
    schema: form({
      ruc: text('RUC', { pattern: '^\\d{10}001$' }),
      celular: text('Celular', { pattern: '^09\\d{8}$' }),
    }),
    steps: [
      ['RUC', '1710034065001'],
      ['Celular', '0987654321'],
    ],
    sends: { ruc: '1710034065001', celular: '0987654321' },
  },
  {
    ...EC,
    name: 'province and canton by titled constants with descriptions',
    schema: form({
      zona: {
        title: 'Zona',
        oneOf: [
          { const: 'c', title: 'Costa', description: 'Guayas, Manabí' },
          { const: 's', title: 'Sierra', description: 'Pichincha, Azuay' },
          { const: 'o', title: 'Oriente' },
        ],
      },
    }),
    steps: [['Zona', 'Sierra']],
    sends: { zona: 's' },
  },
  {
    ...EC,
    name: 'disability with a percentage',
    schema: form(
      {
        carnet: yesNo('¿Tienes carné de discapacidad?'),
        porcentaje: number('Porcentaje', { minimum: 0, maximum: 100 }),
      },
      {
        optional: ['porcentaje'],
        if: { properties: { carnet: { const: true } }, required: ['carnet'] },
        then: { required: ['porcentaje'] },
      },
    ),
    steps: [
      ['¿Tienes carné de discapacidad?', 'Sí'],
      ['Porcentaje', '40,5'],
    ],
    sends: { carnet: true, porcentaje: 40.5 },
  },
  {
    ...EC,
    name: 'bank account',
    schema: form({
      banco: choice('Banco', 'Pichincha', 'Guayaquil', 'Pacífico', 'Produbanco'),
      tipo: titled('Tipo de cuenta', { A: 'Ahorros', C: 'Corriente' }),
      cuenta: text('Número de cuenta', { pattern: '^[0-9 -]{8,20}$' }),
    }),
    steps: [
      ['Banco', 'Pacífico'],
      ['Tipo de cuenta', 'Ahorros'],
      ['Número de cuenta', '2200 1234 56'],
    ],
    sends: { banco: 'Pacífico', tipo: 'A', cuenta: '2200 1234 56' },
  },
  {
    ...EC,
    name: 'oath and place',
    schema: form({
      juro: consent('Juro decir la verdad'),
      lugar: text('Lugar', { default: 'Quito' }),
    }),
    steps: [['Juro decir la verdad', true]],
    sends: { juro: true, lugar: 'Quito' },
  },
] satisfies CorpusEntry[];
