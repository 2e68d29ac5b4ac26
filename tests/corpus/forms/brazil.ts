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

const UF = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(
  ' ',
);
const BR = { locale: 'pt', country: 'BR' } as const;

export default [
  {
    ...BR,
    name: 'CPF by its standard name',
    schema: form({
      document_id: {
        type: 'string',
        title: 'CPF',
        pattern: '^\\d{3}\\.?\\d{3}\\.?\\d{3}\\-?\\d{2}$',
      },
      full_name: { type: 'string' },
    }),
    steps: [
      ['CPF', '529.982.247-25'],
      ['Nome completo', 'João da Silva'],
    ],
    sends: { document_id: '52998224725', full_name: 'João da Silva' },
  },
  {
    ...BR,
    name: 'CPF with signs required',
    schema: form({ cpf: text('CPF', { pattern: '^\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}$' }) }),
    steps: [['CPF', '529.982.247-25']],
    sends: { cpf: '529.982.247-25' },
  },
  {
    ...BR,
    name: 'CNPJ and corporate name',
    schema: form({
      cnpj: text('CNPJ', { pattern: '^\\d{2}\\.?\\d{3}\\.?\\d{3}\\/?\\d{4}\\-?\\d{2}$' }),
      razao_social: text('Razão social'),
    }),
    steps: [
      ['CNPJ', '11.222.333/0001-81'],
      ['Razão social', 'Padaria Pão & Cia Ltda.'],
    ],
    sends: { cnpj: '11.222.333/0001-81', razao_social: 'Padaria Pão & Cia Ltda.' },
  },
  {
    ...BR,
    name: 'address with postal code and state',
    schema: form({
      endereco: {
        ...form(
          {
            cep: text('CEP', { pattern: '^\\d{5}-?\\d{3}$' }),
            uf: { type: 'string', title: 'UF', enum: UF },
            numero: text('Número'),
            complemento: text('Complemento'),
          },
          { optional: ['complemento'] },
        ),
        title: 'Endereço',
      },
    }),
    steps: [
      ['CEP', '01310-100'],
      ['UF', 'SP'],
      ['Número', '1578'],
    ],
    sends: { endereco: { cep: '01310-100', uf: 'SP', numero: '1578' } },
  },
  {
    ...BR,
    name: 'marital status decides about the spouse',
    schema: form(
      { civil: titled('Estado civil', { s: 'Solteiro(a)', c: 'Casado(a)', d: 'Divorciado(a)' }) },
      {
        if: { properties: { civil: { const: 'c' } }, required: ['civil'] },
        then: { properties: { conjuge: text('Nome do cônjuge') }, required: ['conjuge'] },
      },
    ),
    steps: [
      ['Estado civil', 'Casado(a)'],
      ['Nome do cônjuge', 'Maria'],
    ],
    sends: { civil: 'c', conjuge: 'Maria' },
  },
  {
    ...BR,
    name: 'LGPD consents',
    schema: form(
      {
        lgpd: consent('Autorizo o tratamento dos meus dados (LGPD)'),
        marketing: yesNo('Deseja receber novidades?'),
      },
      { optional: ['marketing'] },
    ),
    steps: [['Autorizo o tratamento dos meus dados (LGPD)', true]],
    sends: { lgpd: true },
  },
  {
    ...BR,
    name: 'salary with decimal comma',
    schema: form({
      salario: number('Salário (R$)', { minimum: 0 }),
      dependentes: integer('Dependentes'),
    }),
    steps: [
      ['Salário (R$)', '3.250,75'],
      ['Dependentes', '2'],
    ],
    sends: { salario: 3250.75, dependentes: 2 },
  },
  {
    ...BR,
    name: 'dependents as rows',
    schema: form({
      dependentes: list('Dependentes', {
        ...form({ nome: text('Nome do dependente'), nascimento: date('Nascimento') }),
        title: 'Dependente',
      }),
    }),
    steps: [
      { press: 'Adicionar Dependente' },
      ['Nome do dependente', 'Lia'],
      ['Nascimento', '2015-09-01'],
    ],
    sends: { dependentes: [{ nome: 'Lia', nascimento: '2015-09-01' }] },
  },
  {
    ...BR,
    name: 'driving licence',
    schema: form({
      cnh: text('CNH', { pattern: '^\\d{11}$' }),
      categorias: list(
        'Categorias',
        { type: 'string', enum: ['A', 'B', 'C', 'D', 'E'] },
        { uniqueItems: true, minItems: 1 },
      ),
      validade: date('Validade'),
    }),
    steps: [
      ['CNH', '12345678900'],
      ['Categorias', ['A', 'B']],
      ['Validade', '2030-01-31'],
    ],
    sends: { cnh: '12345678900', categorias: ['A', 'B'], validade: '2030-01-31' },
  },
  {
    ...BR,
    name: 'Pix key of one kind',
    schema: form({
      pix: {
        title: 'Chave Pix',
        oneOf: [
          { ...form({ email: { type: 'string', format: 'email' } }), title: 'E-mail' },
          {
            ...form({ aleatoria: text('Chave aleatória', { format: 'uuid' }) }),
            title: 'Aleatória',
          },
        ],
      },
    }),
    steps: [
      ['Chave Pix', 'Aleatória'],
      ['Chave aleatória', '123e4567-e89b-12d3-a456-426614174000'],
    ],
    sends: { pix: { aleatoria: '123e4567-e89b-12d3-a456-426614174000' } },
  },
  {
    ...BR,
    name: 'PIS and work card',
    schema: form({
      pis: text('PIS', { pattern: '^\\d{3}\\.?\\d{5}\\.?\\d{2}-?\\d$' }),
      ctps: text('CTPS', { minLength: 7, maxLength: 8 }),
      primeiro_emprego: yesNo('É o primeiro emprego?'),
    }),
    steps: [
      ['PIS', '120.12345.67-8'],
      ['CTPS', '1234567'],
      ['É o primeiro emprego?', 'Sim'],
    ],
    sends: { pis: '120.12345.67-8', ctps: '1234567', primeiro_emprego: true },
  },
  {
    ...BR,
    name: 'race and gender, as the law lets one refuse',
    schema: form(
      {
        raca: choice(
          'Raça/cor',
          'Branca',
          'Preta',
          'Parda',
          'Amarela',
          'Indígena',
          'Prefiro não informar',
        ),
        genero: choice('Gênero', 'Feminino', 'Masculino', 'Outro'),
      },
      { optional: ['genero'] },
    ),
    steps: [['Raça/cor', 'Parda']],
    sends: { raca: 'Parda' },
  },
] satisfies CorpusEntry[];
