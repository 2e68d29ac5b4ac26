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

const STATES =
  'Aguascalientes|Baja California|Baja California Sur|Campeche|Chiapas|Chihuahua|Ciudad de México|Coahuila|Colima|Durango|Guanajuato|Guerrero|Hidalgo|Jalisco|México|Michoacán|Morelos|Nayarit|Nuevo León|Oaxaca|Puebla|Querétaro|Quintana Roo|San Luis Potosí|Sinaloa|Sonora|Tabasco|Tamaulipas|Tlaxcala|Veracruz|Yucatán|Zacatecas';
const CURP =
  '^[A-Z][AEIOUX][A-Z]{2}\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])[HM](AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE)[B-DF-HJ-NP-TV-Z]{3}[A-Z\\d]\\d$';
const MX = { country: 'MX' } as const;

export default [
  {
    ...MX,
    name: 'CURP with the official pattern',
    schema: form({ document_id: { type: 'string', pattern: CURP } }),
    steps: [['CURP', 'BADD110313'], { expect: 'CURP' }, ['CURP', 'badd110313hcmlns09']],
    sends: { document_id: 'BADD110313HCMLNS09' },
  },
  {
    ...MX,
    name: 'RFC of a person',
    schema: form({ rfc: text('RFC', { pattern: '^[A-Z&Ñ]{3,4}\\d{6}[A-Z0-9]{3}$' }) }),
    steps: [['RFC', 'GODE561231GR8']],
    sends: { rfc: 'GODE561231GR8' },
  },
  {
    ...MX,
    name: 'a state by a pattern of 32',
    schema: form({ estado: text('Estado', { pattern: `^(${STATES})$` }) }),
    steps: [['Estado', 'Atlantis'], { expect: 'Revisa «Estado»' }, ['Estado', 'Nuevo León']],
    sends: { estado: 'Nuevo León' },
  },
  {
    ...MX,
    name: 'a state from a list',
    schema: form({ estado: { type: 'string', title: 'Estado', enum: STATES.split('|') } }),
    steps: [['Estado', 'Yucatan']],
    sends: { estado: 'Yucatán' },
  },
  {
    ...MX,
    name: 'e-mail with a common pattern',
    schema: form({
      correo: text('Correo', { pattern: '^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$' }),
    }),
    steps: [
      ['Correo', 'luis@'],
      { expect: 'Revisa tu correo electrónico' },
      ['Correo', 'luis.perez@example.com.mx'],
    ],
    sends: { correo: 'luis.perez@example.com.mx' },
  },
  {
    ...MX,
    name: 'e-mail with a pattern that only the proxy checks',
    schema: form({
      correo: text('Correo', { pattern: '^\\w+([\\.-]?\\w+)*@\\w+([\\.-]?\\w+)*(\\.\\w{2,3})+$' }),
    }),
    steps: [
      ['Correo', 'luis'],
      { expect: 'Revisa tu correo electrónico' },
      ['Correo', 'luis.perez@example.com'],
    ],
    sends: { correo: 'luis.perez@example.com' },
  },
  {
    ...MX,
    name: 'social security and weeks',
    schema: form(
      {
        nss: text('NSS', { pattern: '^\\d{11}$' }),
        semanas: integer('Semanas cotizadas', { minimum: 0 }),
      },
      { optional: ['semanas'] },
    ),
    steps: [['NSS', '12345678901']],
    sends: { nss: '12345678901' },
  },
  {
    ...MX,
    name: 'address in a group with a condition',
    schema: form(
      {
        domicilio: {
          ...form({
            cp: text('Código postal', { pattern: '^\\d{5}$' }),
            colonia: text('Colonia'),
            calle: text('Calle y número'),
          }),
          title: 'Domicilio',
        },
        renta: yesNo('¿Rentas?'),
      },
      {
        allOf: [
          {
            if: { properties: { renta: { const: true } } },
            then: {
              properties: { monto: number('Renta mensual', { exclusiveMinimum: 0 }) },
              required: ['monto'],
            },
          },
        ],
      },
    ),
    steps: [
      ['Código postal', '06700'],
      ['Colonia', 'Roma Norte'],
      ['Calle y número', 'Orizaba 34'],
      ['¿Rentas?', 'Sí'],
      ['Renta mensual', '12,500'],
    ],
    sends: {
      domicilio: { cp: '06700', colonia: 'Roma Norte', calle: 'Orizaba 34' },
      renta: true,
      monto: 12500,
    },
  },
  {
    ...MX,
    name: 'schooling with titled constants',
    schema: form({
      grado: titled('Último grado', {
        pri: 'Primaria',
        sec: 'Secundaria',
        prepa: 'Preparatoria',
        lic: 'Licenciatura',
        pos: 'Posgrado',
        nin: 'Ninguno',
      }),
    }),
    steps: [['Último grado', 'Preparatoria']],
    sends: { grado: 'prepa' },
  },
  {
    ...MX,
    name: 'personal references, two at least',
    schema: form({
      referencias: list(
        'Referencias',
        form({
          nombre: text('Nombre de la referencia'),
          tel: text('Teléfono a 10 dígitos', { pattern: '^\\d{10}$' }),
        }),
        { minItems: 2 },
      ),
    }),
    steps: [
      ['Nombre de la referencia', 'Ana'],
      ['Teléfono a 10 dígitos', '5512345678'],
      ['Nombre de la referencia', 'Beto', 1],
      ['Teléfono a 10 dígitos', '5587654321', 1],
    ],
    sends: {
      referencias: [
        { nombre: 'Ana', tel: '5512345678' },
        { nombre: 'Beto', tel: '5587654321' },
      ],
    },
  },
  {
    ...MX,
    name: 'privacy notice with text and a link',
    schema: form(
      { aviso: consent('Acepto el aviso de privacidad'), firma: date('Fecha de firma') },
      { title: 'Aviso', description: 'Lee https://example.com/aviso\nantes de firmar.' },
    ),
    steps: [
      ['Acepto el aviso de privacidad', true],
      ['Fecha de firma', '2026-11-22'],
    ],
    sends: { aviso: true, firma: '2026-11-22' },
  },
  {
    ...MX,
    name: 'work shift and salary expectation',
    schema: form({
      turno: choice('Turno', 'Matutino', 'Vespertino', 'Nocturno'),
      sueldo: { type: ['number', 'null'], title: 'Sueldo deseado' },
    }),
    steps: [['Turno', 'Nocturno']],
    sends: { turno: 'Nocturno', sueldo: null },
  },
  {
    name: 'a number in groups where the pattern accepts digits only',
    schema: form({
      cuenta: text('Número de cuenta', { pattern: '^\\d{11}$' }),
      placa: text('Placa', { pattern: '^[A-Z]{3}-\\d{3}$' }),
    }),
    steps: [
      ['Número de cuenta', '20 1234'],
      ['Placa', 'abc-123'],
      { expect: 'Número de cuenta: escribe solo números' },
      ['Número de cuenta', '20 12345678 9'],
    ],
    sends: { cuenta: '20123456789', placa: 'ABC-123' },
  },
] satisfies CorpusEntry[];
