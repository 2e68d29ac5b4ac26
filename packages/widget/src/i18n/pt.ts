import type { Messages } from './messages.ts';

const plural = (n: string, one: string, many: string) => `${n} ${n === '1' ? one : many}`;

/** A date must include them. */
const PARTS = { day: 'o dia', month: 'o mês', year: 'o ano', time: 'a hora' };
// Created on use: a page's first `Intl` object takes 25 ms on a desktop, and 100 ms on a phone.
const listed = (names: string[]) => new Intl.ListFormat('pt').format(names);

export const messages: Messages = {
  language: 'pt',
  formName: 'Seus dados',
  submit: 'Enviar',
  sendFirst: 'Antes de continuar, envie estes dados.',
  confirm: 'Confirmar',
  nothingToFill: {
    title: 'Não falta nenhum dado',
    text: 'Já temos tudo o que é preciso. É só confirmar para continuar.',
  },
  known: { title: 'Já temos estes dados', correct: 'Corrigir estes dados' },
  left: (count) =>
    count === 0
      ? 'Você já preencheu tudo o que é obrigatório'
      : count === 1
        ? 'Falta 1 dado obrigatório'
        : `Faltam ${count} dados obrigatórios`,
  call: {
    title: 'Vamos ligar para você',
    text: 'Você também pode preencher seus dados aqui.',
    ready: 'Deixe seu celular por perto.',
  },
  restored: {
    title: 'Recuperamos o que você já tinha preenchido',
    text: 'Confira se os dados são seus e continue. Se não forem, comece de novo.',
    startOver: 'Começar de novo',
  },
  more: {
    title: 'Suas respostas abriram mais perguntas',
    text: 'Responda e envie seus dados de novo. Nada foi enviado ainda.',
  },
  fillInAgain: 'Preencha o formulário e envie de novo.',
  openForm: 'Abrir o formulário',
  newTab: '(abre em outra aba)',
  optional: 'opcional',
  cannotFill: 'Este dado não pode ser preenchido aqui.',
  file: {
    unnamed: 'Arquivo sem nome',
    tooLarge: (mb) => `O arquivo tem mais de ${mb} MB. Escolha um menor.`,
  },
  choose: 'Escolha uma opção',
  blankOption: 'Em branco',
  clearAnswer: 'Limpar resposta',
  cityHint: 'Digite o nome da cidade',
  exampleHint: (example) => `Por exemplo: ${example}`,
  thisBox: 'esta caixa',
  yes: 'Sim',
  no: 'Não',
  add: (label) => `Adicionar ${label}`,
  remove: (label) => `Remover ${label}`,
  full: (max) => `Você chegou ao máximo: ${max}`,
  added: (label) => `Você adicionou ${label}.`,
  removed: (label, left) => `Você removeu ${label}. ${left === 1 ? 'Resta' : 'Restam'} ${left}.`,
  undo: 'Desfazer',
  item: (label, n) => `${label} ${n}`,
  option: (n) => `Opção ${n}`,
  ask: (label) => `“${label}”`,
  errorSummary: (count) =>
    count === 1 ? 'Há um dado para corrigir' : `Há ${count} dados para corrigir`,
  missingSummary: (count) => (count === 1 ? 'Falta 1 dado' : `Faltam ${count} dados`),
  error: 'Erro:',
  states: {
    checking: { title: 'Conferindo seus dados', text: 'Não feche esta página.' },
    sending: { title: 'Enviando seus dados', text: 'Não feche esta página.' },
    stored: {
      title: 'Seus dados estão a caminho',
      text: 'Temos suas respostas. Você pode fechar esta página.',
    },
    unconfirmed: {
      title: 'Seus dados ainda não foram confirmados',
      text: 'Confira e envie de novo.',
    },
    sent: {
      title: 'Recebemos seus dados',
      text: 'A confirmação pode levar alguns minutos. Você pode esperar aqui ou fechar esta página: seus dados já estão seguros.',
    },
    submitted: {
      title: 'Pronto!',
      text: 'Seus dados foram confirmados. Você não precisa fazer mais nada.',
    },
    elsewhere: {
      title: 'Já temos seus dados',
      text: 'Eles chegaram por outro caminho, como uma ligação ou outra página. Você não precisa fazer mais nada.',
    },
    handedOff: {
      title: 'Falta um passo',
      text: 'Abra o formulário em outra aba e preencha. Quando terminar, você verá a confirmação aqui.',
    },
    refused: {
      title: 'O serviço não aceitou os dados',
      text: 'Suas respostas continuam aqui. Confira e envie de novo.',
    },
    offline: {
      title: 'Você está sem conexão',
      text: 'Suas respostas continuam aqui. Elas serão enviadas assim que a conexão voltar.',
    },
    offlineUnsent: {
      title: 'Você está sem conexão',
      text: 'Suas respostas continuam aqui. Envie quando a conexão voltar.',
    },
  },
  problems: {
    'already-submitted': {
      title: 'Este formulário já foi enviado',
      text: 'Você não precisa fazer mais nada.',
    },
    'form-broken': {
      title: 'Não conseguimos mostrar o formulário',
      text: 'O problema é nosso. Fale com quem enviou o link para informar seus dados de outra forma.',
    },
    'form-not-found': {
      title: 'Não encontramos este formulário',
      text: 'Peça um novo link a quem o enviou.',
    },
    internal: { title: 'Algo falhou do nosso lado', text: 'Espere um momento e tente de novo.' },
    'origin-not-allowed': {
      title: 'Não é possível abrir o formulário nesta página',
      text: 'Avise quem enviou o link.',
    },
    'rate-limited': {
      title: 'Houve tentativas demais',
      text: 'Espere um momento e tente de novo.',
    },
    'service-unavailable': {
      title: 'O serviço não responde',
      text: 'Não é culpa sua e nada foi perdido.',
    },
    'session-expired': {
      title: 'Sua sessão terminou',
      text: 'Suas respostas continuam aqui. Abra a página de novo pelo link que você recebeu.',
    },
    'session-invalid': {
      title: 'O link não é válido',
      text: 'Peça um novo link a quem o enviou.',
    },
    'session-missing': {
      title: 'Abra seu link para continuar',
      text: 'Use o link que você recebeu para voltar a esta página.',
    },
    'submission-in-progress': {
      title: 'Já estamos enviando seus dados',
      text: 'Espere um momento: o resultado vai aparecer aqui.',
    },
    'submission-refused': {
      title: 'O serviço não aceitou os dados',
      text: 'Suas respostas continuam aqui. Confira e envie de novo.',
    },
    'validation-failed': { title: 'Há dados para corrigir', text: 'Confira e envie de novo.' },
  },
  errors: {
    typed: ({ ask }) => `Informe ${ask}`,
    question: ({ label }) => `Responda: ${label}`,
    chosen: ({ ask }) => `Escolha ${ask}`,
    listed: ({ ask }) => `Escolha ${ask} na lista`,
    ticked: ({ ask }) => `Marque ${ask} para continuar`,
    completed: ({ ask }) => `Preencha ${ask}`,
    number: ({ label }) => `${label}: deve ser um número`,
    integer: ({ label }) => `${label}: deve ser um número inteiro, sem decimais`,
    tooLong: ({ label }) => `${label}: o número tem dígitos demais. Digite um mais curto`,
    exactly: ({ label }, text) => `${label}: digite exatamente “${text}”`,
    email: ({ ask }) => `Informe ${ask} em um formato válido, como nome@exemplo.com`,
    date: ({ ask }) => `Informe ${ask} com dia, mês e ano`,
    example: ({ ask }, text) => `Informe ${ask} em um formato válido, como ${text}`,
    pattern: ({ ask }) => `Confira ${ask}: o formato não está certo`,
    minLength: ({ label }, n) =>
      `${label}: digite pelo menos ${plural(n, 'caractere', 'caracteres')}`,
    maxLength: ({ label }, n) =>
      `${label}: digite no máximo ${plural(n, 'caractere', 'caracteres')}`,
    minimum: ({ label }, n) => `${label}: deve ser ${n} ou mais`,
    maximum: ({ label }, n) => `${label}: deve ser ${n} ou menos`,
    moreThan: ({ label }, n) => `${label}: deve ser maior que ${n}`,
    lessThan: ({ label }, n) => `${label}: deve ser menor que ${n}`,
    notBefore: ({ label }, limit) => `${label}: deve ser a partir de ${limit}`,
    notAfter: ({ label }, limit) => `${label}: deve ser até ${limit}`,
    multipleOf: ({ label }, n) => `${label}: deve ser múltiplo de ${n}`,
    minItems: ({ label }, n) => `${label}: informe pelo menos ${n}`,
    maxItems: ({ label }, n) => `${label}: informe no máximo ${n}`,
    uniqueItems: ({ label }) => `${label}: não repita nenhuma resposta`,
    contains: ({ label }, n) =>
      `${label}: inclua pelo menos ${plural(n, 'resposta', 'respostas')} entre as pedidas`,
    maxContains: ({ label }, n) =>
      `${label}: inclua no máximo ${plural(n, 'resposta', 'respostas')} entre as pedidas`,
    minProperties: ({ label }, n) => `${label}: preencha pelo menos ${plural(n, 'dado', 'dados')}`,
    maxProperties: ({ label }, n) => `${label}: preencha no máximo ${plural(n, 'dado', 'dados')}`,
    unexpected: ({ ask }) => `Confira ${ask}: há um dado que não deveria estar aí`,
    blank: ({ ask }) => `Deixe ${ask} em branco`,
    propertyNames: ({ ask }) => `Confira ${ask}: um dos nomes não está certo`,
    not: ({ label }) => `${label}: esta resposta não é válida. Tente outra`,
    shape: ({ ask }) => `Preencha ${ask} com uma das opções`,
    condition: ({ ask }) => `Confira ${ask}: não combina com suas outras respostas`,
    other: ({ ask }) => `Confira ${ask}`,
  },
  suggestions: (count) =>
    count === 0 ? 'Nenhuma sugestão' : count === 1 ? '1 sugestão' : `${count} sugestões`,
  date: {
    parts: { day: 'Dia', month: 'Mês', year: 'Ano', time: 'Hora' },
    missing: ({ label }, parts) =>
      `${label}: deve incluir ${listed(parts.map((part) => PARTS[part]))}`,
    year: ({ label }) => `${label}: digite o ano com 4 dígitos`,
    unreal: ({ label }) => `${label}: essa data não existe`,
  },
  fields: {
    certificate_id: { label: 'Número do certificado', ask: 'o número do seu certificado' },
    city_locode: { label: 'Cidade', ask: 'sua cidade' },
    company: { label: 'Empresa', ask: 'a empresa' },
    dob: { label: 'Data de nascimento', ask: 'sua data de nascimento' },
    document_id: { label: 'Número do documento', ask: 'o número do seu documento' },
    document_id_alt: { label: 'Segundo documento', ask: 'seu segundo documento' },
    document_id_type: { label: 'Tipo de documento', ask: 'o tipo do seu documento' },
    email: { label: 'E-mail', ask: 'seu e-mail' },
    fathers_full_name: { label: 'Nome completo do pai', ask: 'o nome completo do seu pai' },
    first_name: { label: 'Nome', ask: 'seu nome', hint: 'Como está no seu documento' },
    full_name: {
      label: 'Nome completo',
      ask: 'seu nome completo',
      hint: 'Como está no seu documento',
    },
    last_name: { label: 'Sobrenome', ask: 'seu sobrenome', hint: 'Como está no seu documento' },
    mothers_full_name: { label: 'Nome completo da mãe', ask: 'o nome completo da sua mãe' },
    name: { label: 'Nome', ask: 'o nome' },
    phone: {
      label: 'Telefone',
      ask: 'seu telefone',
      hint: 'Com o código do país, por exemplo +55',
    },
    referee_email: { label: 'E-mail', ask: 'o e-mail' },
    referee_phone: {
      label: 'Telefone',
      ask: 'o telefone',
      hint: 'Com o código do país, por exemplo +55',
    },
    referees: { label: 'Referência', ask: 'uma referência', many: 'Referências' },
    relationship: { label: 'Parentesco ou vínculo', ask: 'o parentesco ou vínculo' },
  },
  documents: {
    ar_dni: { label: 'DNI', ask: 'seu DNI', hint: '7 ou 8 dígitos' },
    br_cpf: { label: 'CPF', ask: 'seu CPF', hint: '11 dígitos' },
    br_rg: { label: 'RG', ask: 'seu RG', hint: 'O número da sua carteira de identidade' },
    cl_foreigner: {
      label: 'Número do documento de estrangeiro',
      ask: 'o número do seu documento de estrangeiro',
    },
    cl_run: {
      label: 'RUN',
      ask: 'seu RUN',
      hint: 'Com o dígito verificador, por exemplo 12.345.678-5',
    },
    co_cedula: {
      label: 'Cédula de cidadania',
      ask: 'sua cédula de cidadania',
      hint: 'Só o número',
    },
    co_foreigner: {
      label: 'Cédula de estrangeiro',
      ask: 'sua cédula de estrangeiro',
      hint: 'Só o número',
    },
    cr_cedula: {
      label: 'Cédula de identidade',
      ask: 'sua cédula de identidade',
      hint: '9 dígitos',
    },
    ec_cedula: {
      label: 'Cédula de identidade',
      ask: 'sua cédula de identidade',
      hint: '10 dígitos',
    },
    mx_curp: { label: 'CURP', ask: 'sua CURP', hint: '18 letras e números' },
    pa_cedula: {
      label: 'Cédula de identidade',
      ask: 'sua cédula de identidade',
      hint: 'Por exemplo 8-123-456',
    },
    passport: { label: 'Número do passaporte', ask: 'o número do seu passaporte' },
    pe_any: {
      label: 'Número do documento',
      ask: 'o número do seu documento',
      hint: 'DNI, CE ou PTP',
    },
    pe_ce: {
      label: 'Número do carné de extranjería',
      ask: 'o número do seu carné de extranjería',
      hint: 'O cartão de estrangeiro do Peru (CE)',
    },
    pe_dni: { label: 'Número do DNI', ask: 'seu DNI', hint: '8 dígitos' },
    pe_ptp: {
      label: 'Número do PTP',
      ask: 'o número do seu PTP',
      hint: 'O do seu Permiso Temporal de Permanencia',
    },
  },
  warnings: {
    checkDigit: ({ ask }) =>
      `Confira ${ask}: o dígito verificador não confere. Se estiver certo, pode continuar.`,
    form: ({ ask }) =>
      `Confira ${ask}: parece que falta ou sobra alguma coisa. Se estiver certo, pode continuar.`,
    future: ({ label }) => `${label}: essa data está no futuro. Confira.`,
  },
  prefix: (prefix) => `Código do país ${prefix}`,
  choices: {
    national_id: 'Documento nacional',
    foreigner_card: 'Documento de estrangeiro',
    CE: 'Carné de extranjería (CE)',
    PTP: 'Permiso Temporal de Permanencia (PTP)',
  },
  nationalId: (document) => `Documento nacional (${document})`,
};
