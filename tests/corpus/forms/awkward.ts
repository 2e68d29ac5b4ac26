import {
  choice,
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

/** Enough options for a list that is searched. */
const MANY = Array.from({ length: 18 }, (_, at) => `Opción ${at}`);

export default [
  {
    name: 'names like inherited members',
    schema: form({
      constructor: { type: 'string' },
      toString: { type: 'string' },
      valueOf: { type: 'string' },
    }),
    steps: [
      ['Constructor', 'a'],
      ['To string', 'b'],
      ['Value of', 'c'],
    ],
    sends: { constructor: 'a', toString: 'b', valueOf: 'c' },
  },
  {
    name: 'names with signs and spaces',
    schema: form({
      'a.b': { type: 'string' },
      'c/d': { type: 'string' },
      'e f': { type: 'string' },
      '~g': { type: 'string' },
    }),
    steps: [
      ['A.b', '1'],
      ['C/d', '2'],
      ['E f', '3'],
      ['~g', '4'],
    ],
    sends: { 'a.b': '1', 'c/d': '2', 'e f': '3', '~g': '4' },
  },
  {
    name: 'the same title twice',
    schema: form({ uno: text('Nombre completo'), dos: text('Nombre completo') }),
    steps: [
      ['Nombre completo', 'Ana', 0],
      ['Nombre completo', 'Beto', 1],
    ],
    sends: { uno: 'Ana', dos: 'Beto' },
  },
  {
    name: 'a field without a type',
    schema: { type: 'object', properties: { libre: { title: 'Libre' } }, required: ['libre'] },
    steps: [['Libre', 'x']],
    sends: { libre: 'x' },
  },
  {
    name: 'a required name without a field',
    schema: { type: 'object', properties: {}, required: ['apodo'] },
    steps: [['Apodo', 'Tito']],
    sends: { apodo: 'Tito' },
  },
  {
    name: 'an enum of numbers and texts',
    schema: form({ mezcla: { title: 'Mezcla', enum: [1, 'dos', 3] } }),
    steps: [['Mezcla', 'dos']],
    sends: { mezcla: 'dos' },
  },
  {
    name: 'a constant that is shown and sent',
    schema: form({ version: { title: 'Versión', const: '2.1' }, nota: text('Nota') }),
    steps: [['Nota', 'x']],
    sends: { version: '2.1', nota: 'x' },
  },
  {
    name: 'a hidden constant',
    schema: form({ tipo: { const: 'alta' }, nota: text('Nota') }),
    steps: [['Nota', 'x']],
    sends: { tipo: 'alta', nota: 'x' },
  },
  {
    name: 'groups in groups in groups',
    schema: form({
      a: { ...form({ b: { ...form({ c: text('Muy adentro') }), title: 'B' } }), title: 'A' },
    }),
    steps: [['Muy adentro', 'x']],
    sends: { a: { b: { c: 'x' } } },
  },
  {
    name: 'a list of lists',
    schema: form({
      filas: list('Filas', list('Fila', text('Celda'), { minItems: 1 }), { minItems: 1 }),
    }),
    steps: [['Celda 1', 'x']],
    sends: { filas: [['x']] },
  },
  {
    name: 'an optional list, left empty',
    schema: form(
      { notas: list('Notas', { type: 'string' }), nota: text('Nota final') },
      { optional: ['notas'] },
    ),
    steps: [['Nota final', 'x']],
    sends: { nota: 'x' },
  },
  {
    name: 'an optional group, half filled in',
    schema: form(
      { ref: { ...form({ quien: text('Quién'), fono: text('Fono') }), title: 'Referencia' } },
      { optional: ['ref'] },
    ),
    steps: [['Quién', 'Ana'], { expect: 'Ingresa «Fono»' }, ['Fono', '9']],
    sends: { ref: { quien: 'Ana', fono: '9' } },
  },
  {
    name: 'if, then, and else',
    schema: form(
      { extranjero: yesNo('¿Es extranjero?') },
      {
        if: { properties: { extranjero: { const: true } }, required: ['extranjero'] },
        then: { properties: { pasaporte: text('Pasaporte') }, required: ['pasaporte'] },
        else: { properties: { dni: text('DNI del titular') }, required: ['dni'] },
      },
    ),
    steps: [
      ['¿Es extranjero?', 'No'],
      ['DNI del titular', '1'],
    ],
    sends: { extranjero: false, dni: '1' },
  },
  {
    name: 'the input of another branch is not sent',
    schema: form(
      { extranjero: yesNo('¿Es extranjero?') },
      {
        if: { properties: { extranjero: { const: true } }, required: ['extranjero'] },
        then: { properties: { pasaporte: text('Pasaporte') }, required: ['pasaporte'] },
        else: { properties: { dni: text('DNI del titular') }, required: ['dni'] },
      },
    ),
    steps: [
      ['¿Es extranjero?', 'Sí'],
      ['Pasaporte', 'P1'],
      ['¿Es extranjero?', 'No'],
      ['DNI del titular', '1'],
    ],
    sends: { extranjero: false, dni: '1' },
  },
  {
    name: 'dependentRequired and dependentSchemas',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...form(
        { tarjeta: text('Tarjeta'), vence: text('Vence') },
        {
          optional: ['tarjeta', 'vence'],
          dependentRequired: { tarjeta: ['vence'] },
          dependentSchemas: { tarjeta: { properties: { cvv: text('CVV') }, required: ['cvv'] } },
        },
      ),
    },
    steps: [
      ['Tarjeta', '4111'],
      ['Vence', '12/30'],
      ['CVV', '123'],
    ],
    sends: { tarjeta: '4111', vence: '12/30', cvv: '123' },
  },
  {
    name: 'anyOf with shared fields',
    schema: form(
      { nombre: text('Nombre corto') },
      {
        anyOf: [
          { title: 'Empleado', properties: { sueldo: number('Sueldo') }, required: ['sueldo'] },
          { title: 'Estudiante', properties: { escuela: text('Escuela') }, required: ['escuela'] },
        ],
      },
    ),
    steps: [
      ['Nombre corto', 'Ana'],
      ['Elige una opción', 'Estudiante'],
      ['Escuela', 'UNI'],
    ],
    sends: { nombre: 'Ana', escuela: 'UNI' },
  },
  {
    name: 'numbers in every format',
    schema: form({
      negativo: number('Negativo'),
      decimal: number('Decimal', { multipleOf: 0.5 }),
      cero: integer('Cero'),
      largo: integer('Largo'),
    }),
    steps: [
      ['Negativo', '-5'],
      ['Decimal', '2.5'],
      ['Cero', '0'],
      ['Largo', '999999999999999'],
    ],
    sends: { negativo: -5, decimal: 2.5, cero: 0, largo: 999999999999999 },
  },
  {
    name: 'a large amount with cents',
    schema: form({ sueldo: number('Sueldo', { multipleOf: 0.01 }) }),
    steps: [['Sueldo', '1234567.89']],
    sends: { sueldo: 1234567.89 },
  },
  {
    name: 'options that differ only in accents and case, or not at all',
    schema: form({
      sede: choice('Sede', ...MANY, 'Peru', 'Perú', 'PERU'),
      distrito: titled('Distrito', {
        ...Object.fromEntries(MANY.map((each) => [each, each])),
        L31: 'San Isidro',
        C12: 'San Isidro',
      }),
    }),
    steps: [
      ['Sede', 'Peru'],
      ['Distrito', 'San Isidro (L31)'],
    ],
    sends: { sede: 'Peru', distrito: 'L31' },
  },
  {
    name: 'optional objects with constants, left empty',
    schema: form(
      {
        nota: text('Nota'),
        conyuge: {
          ...form({ relacion: { const: 'conyuge' }, nombre: text('Nombre del cónyuge') }),
          title: 'Cónyuge',
        },
        vehiculo: {
          title: 'Vehículo',
          oneOf: [
            form({ kind: { const: 'car', title: 'Clase' }, plate: text('Placa') }),
            form({ kind: { const: 'bike' }, brand: text('Marca') }),
          ],
        },
        origen: { ...form({ canal: { const: 'web' } }), title: 'Origen' },
      },
      { optional: ['conyuge', 'vehiculo', 'origen'] },
    ),
    steps: [['Nota', 'x']],
    sends: { nota: 'x', origen: { canal: 'web' } },
  },
  {
    name: 'an object or null, left empty',
    schema: {
      ...form({
        nota: text('Nota'),
        conyuge: { anyOf: [{ $ref: '#/definitions/person' }, { type: 'null' }] },
        tutor: {
          type: ['object', 'null'],
          title: 'Tutor',
          properties: { nombre: text('Nombre del tutor') },
          required: ['nombre'],
        },
      }),
      definitions: { person: form({ nombre: text('Nombre corto') }) },
    },
    steps: [['Nota', 'x']],
    sends: { nota: 'x', conyuge: null, tutor: null },
  },
  {
    name: 'a default of null where null is not valid',
    schema: form(
      {
        nota: text('Nota'),
        hijos: integer('Hijos', { default: null }),
        alias: list('Alias', text('Alias'), { default: null }),
      },
      { optional: ['hijos', 'alias'] },
    ),
    steps: [['Nota', 'x']],
    sends: { nota: 'x' },
  },
  {
    name: 'a required field that chooses among branches',
    schema: {
      ...form({ tiene: choice('Antecedentes', 'Nunca', 'Antes') }),
      oneOf: [
        { properties: { tiene: { const: 'Nunca' } } },
        { ...form({ tiene: { const: 'Antes' }, detalle: text('Detalle') }), title: 'Con detalle' },
      ],
    },
    steps: [{ expect: 'Elige «Antecedentes»' }, ['Antecedentes', 'Antes'], ['Detalle', 'x']],
    sends: { tiene: 'Antes', detalle: 'x' },
  },
  {
    name: 'a required field that chooses among branches, changed',
    schema: {
      ...form({ tiene: choice('Antecedentes', 'Nunca', 'Antes') }),
      anyOf: [
        form({ tiene: { enum: ['Nunca'] } }),
        form({ tiene: { const: 'Antes' }, detalle: text('Detalle') }),
      ],
    },
    steps: [
      ['Antecedentes', 'Antes'],
      ['Detalle', 'x'],
      ['Antecedentes', 'Nunca'],
    ],
    sends: { tiene: 'Nunca' },
  },
  {
    name: 'text in a number field',
    schema: form({ edad: integer('Edad') }),
    steps: [['Edad', 'doce'], { expect: 'Edad: debe ser un número entero' }, ['Edad', '12']],
    sends: { edad: 12 },
  },
  {
    name: 'a date that does not exist',
    schema: form({ dia: date('Día de ingreso') }),
    steps: [
      ['Día de ingreso', '2023-02-30'],
      { expect: 'esa fecha no existe' },
      ['Día de ingreso', '2023-02-28'],
    ],
    sends: { dia: '2023-02-28' },
  },
  {
    name: 'emoji, accents, and right-to-left text',
    schema: form({ lema: text('Lema', { maxLength: 13 }), rtl: text('Otro idioma') }),
    steps: [
      ['Lema', '¡Olé! 👩‍👩‍👧 ñ'],
      ['Otro idioma', 'שלום'],
    ],
    sends: { lema: '¡Olé! 👩‍👩‍👧 ñ', rtl: 'שלום' },
  },
  {
    name: 'spaces around a text',
    schema: form({ nombre: text('Nombre corto', { minLength: 3 }) }),
    steps: [['Nombre corto', '  Ana  ']],
    sends: { nombre: 'Ana' },
  },
  {
    name: 'one option only',
    schema: form({ unico: choice('Único', 'sí') }),
    steps: [['Único', 'Sí']],
    sends: { unico: 'sí' },
  },
  {
    name: 'a false consent is no consent',
    schema: form({ acepto: { type: 'boolean', title: 'Acepto', const: true, default: true } }),
    steps: [{ expect: 'Marca' }, ['Acepto', true]],
    sends: { acepto: true },
  },
  {
    name: 'a whole object by reference to the root',
    schema: {
      $ref: '#/definitions/todo',
      definitions: { todo: form({ a: text('Alfa') }) },
      type: 'object',
      properties: {},
    },
    steps: [['Alfa', 'x']],
    sends: { a: 'x' },
  },
] satisfies CorpusEntry[];
