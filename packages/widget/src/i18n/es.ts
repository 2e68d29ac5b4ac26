import type { Messages } from './messages.ts';

const plural = (n: string, one: string, many: string) => `${n} ${n === '1' ? one : many}`;

/** A date must include them. */
const PARTS = { day: 'el día', month: 'el mes', year: 'el año', time: 'la hora' };
// Created on use: a page's first `Intl` object takes 25 ms on a desktop, and 100 ms on a phone.
const listed = (names: string[]) => new Intl.ListFormat('es').format(names);

export const messages: Messages = {
  language: 'es',
  formName: 'Tus datos',
  submit: 'Enviar',
  sendFirst: 'Antes de continuar, envía estos datos.',
  confirm: 'Confirmar',
  nothingToFill: {
    title: 'No falta ningún dato',
    text: 'Ya tenemos todo lo necesario. Solo confirma para continuar.',
  },
  known: { title: 'Ya tenemos estos datos', correct: 'Corregir estos datos' },
  left: (count) =>
    count === 0
      ? 'Ya completaste todo lo obligatorio'
      : count === 1
        ? 'Falta 1 dato obligatorio'
        : `Faltan ${count} datos obligatorios`,
  call: {
    title: 'Te llamaremos por teléfono',
    text: 'También puedes completar tus datos aquí.',
    ready: 'Ten tu celular a mano.',
  },
  restored: {
    title: 'Recuperamos lo que habías escrito',
    text: 'Revisa que los datos sean tuyos y continúa. Si no lo son, empieza de nuevo.',
    startOver: 'Empezar de nuevo',
  },
  more: {
    title: 'Tus respuestas abrieron más preguntas',
    text: 'Respóndelas y vuelve a enviar tus datos. Todavía no se envió nada.',
  },
  fillInAgain: 'Completa el formulario y envíalo otra vez.',
  openForm: 'Abrir el formulario',
  newTab: '(se abre en otra pestaña)',
  optional: 'opcional',
  cannotFill: 'Este dato no se puede completar aquí.',
  file: {
    unnamed: 'Archivo sin nombre',
    tooLarge: (mb) => `El archivo pesa más de ${mb} MB. Elige uno más pequeño.`,
  },
  choose: 'Elige una opción',
  blankOption: 'En blanco',
  clearAnswer: 'Borrar respuesta',
  cityHint: 'Escribe el nombre de la ciudad',
  exampleHint: (example) => `Por ejemplo: ${example}`,
  thisBox: 'esta casilla',
  yes: 'Sí',
  no: 'No',
  add: (label) => `Agregar ${label}`,
  remove: (label) => `Quitar ${label}`,
  full: (max) => `Llegaste al máximo: ${max}`,
  added: (label) => `Agregaste ${label}.`,
  removed: (label, left) => `Quitaste ${label}. ${left === 1 ? 'Queda' : 'Quedan'} ${left}.`,
  undo: 'Deshacer',
  item: (label, n) => `${label} ${n}`,
  option: (n) => `Opción ${n}`,
  ask: (label) => `«${label}»`,
  errorSummary: (count) =>
    count === 1 ? 'Hay un dato por corregir' : `Hay ${count} datos por corregir`,
  missingSummary: (count) => (count === 1 ? 'Falta 1 dato' : `Faltan ${count} datos`),
  error: 'Error:',
  states: {
    checking: { title: 'Revisando tus datos', text: 'No cierres esta página.' },
    sending: { title: 'Enviando tus datos', text: 'No cierres esta página.' },
    stored: {
      title: 'Tus datos están en camino',
      text: 'Tenemos tus respuestas. Puedes cerrar esta página.',
    },
    unconfirmed: {
      title: 'Tus datos todavía no están confirmados',
      text: 'Revísalos y envíalos otra vez.',
    },
    sent: {
      title: 'Recibimos tus datos',
      text: 'La confirmación puede tardar unos minutos. Puedes esperar aquí o cerrar esta página: tus datos ya están a salvo.',
    },
    submitted: {
      title: '¡Listo!',
      text: 'Tus datos quedaron confirmados. No tienes que hacer nada más.',
    },
    elsewhere: {
      title: 'Ya tenemos tus datos',
      text: 'Llegaron por otra vía, como una llamada u otra página. No tienes que hacer nada más.',
    },
    handedOff: {
      title: 'Falta un paso',
      text: 'Abre el formulario en otra pestaña y complétalo. Cuando termines, verás aquí la confirmación.',
    },
    refused: {
      title: 'El servicio no aceptó los datos',
      text: 'Tus respuestas siguen aquí. Revísalas y envíalas otra vez.',
    },
    offline: {
      title: 'No tienes conexión',
      text: 'Tus respuestas siguen aquí. Se enviarán en cuanto vuelva la conexión.',
    },
    offlineUnsent: {
      title: 'No tienes conexión',
      text: 'Tus respuestas siguen aquí. Envíalas cuando vuelva la conexión.',
    },
  },
  problems: {
    'already-submitted': {
      title: 'Este formulario ya fue enviado',
      text: 'No tienes que hacer nada más.',
    },
    'form-broken': {
      title: 'No podemos mostrar el formulario',
      text: 'El problema es nuestro. Escribe a quien te envió el enlace para completar tus datos de otra forma.',
    },
    'form-not-found': {
      title: 'No encontramos este formulario',
      text: 'Pide un enlace nuevo a quien te lo envió.',
    },
    internal: {
      title: 'Algo falló de nuestro lado',
      text: 'Espera un momento e intenta de nuevo.',
    },
    'origin-not-allowed': {
      title: 'No se puede abrir el formulario en esta página',
      text: 'Avisa a quien te envió el enlace.',
    },
    'rate-limited': {
      title: 'Hubo demasiados intentos',
      text: 'Espera un momento e intenta de nuevo.',
    },
    'service-unavailable': {
      title: 'El servicio no responde',
      text: 'No es culpa tuya y no se perdió nada.',
    },
    'session-expired': {
      title: 'Tu sesión terminó',
      text: 'Tus respuestas siguen aquí. Vuelve a abrir la página desde el enlace que recibiste.',
    },
    'session-invalid': {
      title: 'El enlace no es válido',
      text: 'Pide un enlace nuevo a quien te lo envió.',
    },
    'session-missing': {
      title: 'Abre tu enlace para continuar',
      text: 'Usa el enlace que recibiste para volver a esta página.',
    },
    'submission-in-progress': {
      title: 'Ya estamos enviando tus datos',
      text: 'Espera un momento: aquí verás el resultado.',
    },
    'submission-refused': {
      title: 'El servicio no aceptó los datos',
      text: 'Tus respuestas siguen aquí. Revísalas y envíalas otra vez.',
    },
    'validation-failed': {
      title: 'Hay datos por corregir',
      text: 'Revísalos y envíalos otra vez.',
    },
  },
  errors: {
    typed: ({ ask }) => `Ingresa ${ask}`,
    question: ({ label }) => `Responde: ${label}`,
    chosen: ({ ask }) => `Elige ${ask}`,
    listed: ({ ask }) => `Elige ${ask} de la lista`,
    ticked: ({ ask }) => `Marca ${ask} para continuar`,
    completed: ({ ask }) => `Completa ${ask}`,
    number: ({ label }) => `${label}: debe ser un número`,
    integer: ({ label }) => `${label}: debe ser un número entero, sin decimales`,
    tooLong: ({ label }) => `${label}: el número tiene demasiados dígitos. Escribe uno más corto`,
    exactly: ({ label }, text) => `${label}: escribe exactamente «${text}»`,
    email: ({ ask }) => `Ingresa ${ask} en un formato correcto, como nombre@ejemplo.com`,
    date: ({ ask }) => `Ingresa ${ask} con día, mes y año`,
    example: ({ ask }, text) => `Ingresa ${ask} en un formato correcto, como ${text}`,
    pattern: ({ ask }) => `Revisa ${ask}: el formato no es correcto`,
    minLength: ({ label }, n) =>
      `${label}: escribe al menos ${plural(n, 'carácter', 'caracteres')}`,
    maxLength: ({ label }, n) =>
      `${label}: escribe como máximo ${plural(n, 'carácter', 'caracteres')}`,
    minimum: ({ label }, n) => `${label}: debe ser ${n} o más`,
    maximum: ({ label }, n) => `${label}: debe ser ${n} o menos`,
    moreThan: ({ label }, n) => `${label}: debe ser mayor que ${n}`,
    lessThan: ({ label }, n) => `${label}: debe ser menor que ${n}`,
    notBefore: ({ label }, limit) => `${label}: debe ser el ${limit} o después`,
    notAfter: ({ label }, limit) => `${label}: debe ser el ${limit} o antes`,
    multipleOf: ({ label }, n) => `${label}: debe ser múltiplo de ${n}`,
    minItems: ({ label }, n) => `${label}: indica al menos ${n}`,
    maxItems: ({ label }, n) => `${label}: indica como máximo ${n}`,
    uniqueItems: ({ label }) => `${label}: no repitas ninguna respuesta`,
    contains: ({ label }, n) =>
      `${label}: incluye al menos ${plural(n, 'respuesta', 'respuestas')} de las pedidas`,
    maxContains: ({ label }, n) =>
      `${label}: incluye como máximo ${plural(n, 'respuesta', 'respuestas')} de las pedidas`,
    minProperties: ({ label }, n) => `${label}: completa al menos ${plural(n, 'dato', 'datos')}`,
    maxProperties: ({ label }, n) => `${label}: completa como máximo ${plural(n, 'dato', 'datos')}`,
    unexpected: ({ ask }) => `Revisa ${ask}: hay un dato que no corresponde`,
    blank: ({ ask }) => `Deja ${ask} en blanco`,
    propertyNames: ({ ask }) => `Revisa ${ask}: uno de los nombres no es correcto`,
    not: ({ label }) => `${label}: esta respuesta no es válida. Prueba con otra`,
    shape: ({ ask }) => `Completa ${ask} con una de las opciones`,
    condition: ({ ask }) => `Revisa ${ask}: no coincide con tus otras respuestas`,
    other: ({ ask }) => `Revisa ${ask}`,
  },
  suggestions: (count) =>
    count === 0 ? 'No hay sugerencias' : count === 1 ? '1 sugerencia' : `${count} sugerencias`,
  date: {
    parts: { day: 'Día', month: 'Mes', year: 'Año', time: 'Hora' },
    missing: ({ label }, parts) =>
      `${label}: debe incluir ${listed(parts.map((part) => PARTS[part]))}`,
    year: ({ label }) => `${label}: escribe el año con 4 dígitos`,
    unreal: ({ label }) => `${label}: esa fecha no existe`,
  },
  fields: {
    certificate_id: { label: 'Número de certificado', ask: 'tu número de certificado' },
    city_locode: { label: 'Ciudad', ask: 'tu ciudad' },
    company: { label: 'Empresa', ask: 'la empresa' },
    dob: { label: 'Fecha de nacimiento', ask: 'tu fecha de nacimiento' },
    document_id: { label: 'Número de documento', ask: 'tu número de documento' },
    document_id_alt: { label: 'Segundo documento', ask: 'tu segundo documento' },
    document_id_type: { label: 'Tipo de documento', ask: 'tu tipo de documento' },
    email: { label: 'Correo electrónico', ask: 'tu correo electrónico' },
    fathers_full_name: {
      label: 'Nombre completo del padre',
      ask: 'el nombre completo de tu padre',
    },
    first_name: { label: 'Nombres', ask: 'tus nombres', hint: 'Como figuran en tu documento' },
    full_name: {
      label: 'Nombre completo',
      ask: 'tu nombre completo',
      hint: 'Como figura en tu documento',
    },
    last_name: { label: 'Apellidos', ask: 'tus apellidos', hint: 'Como figuran en tu documento' },
    mothers_full_name: {
      label: 'Nombre completo de la madre',
      ask: 'el nombre completo de tu madre',
    },
    name: { label: 'Nombre', ask: 'el nombre' },
    phone: {
      label: 'Teléfono',
      ask: 'tu teléfono',
      hint: 'Con el código del país, por ejemplo +51',
    },
    referee_email: { label: 'Correo electrónico', ask: 'el correo electrónico' },
    referee_phone: {
      label: 'Teléfono',
      ask: 'el teléfono',
      hint: 'Con el código del país, por ejemplo +51',
    },
    referees: { label: 'Referencia', ask: 'una referencia', many: 'Referencias' },
    relationship: { label: 'Parentesco o vínculo', ask: 'el parentesco o vínculo' },
  },
  documents: {
    ar_dni: { label: 'DNI', ask: 'tu DNI', hint: '7 u 8 dígitos' },
    br_cpf: { label: 'CPF', ask: 'tu CPF', hint: '11 dígitos' },
    br_rg: { label: 'RG', ask: 'tu RG', hint: 'El número de tu documento de identidad de Brasil' },
    cl_foreigner: {
      label: 'Número de documento de extranjería',
      ask: 'tu número de documento de extranjería',
    },
    cl_run: {
      label: 'RUN',
      ask: 'tu RUN',
      hint: 'Con dígito verificador, por ejemplo 12.345.678-5',
    },
    co_cedula: {
      label: 'Cédula de ciudadanía',
      ask: 'tu cédula de ciudadanía',
      hint: 'Solo el número',
    },
    co_foreigner: {
      label: 'Cédula de extranjería',
      ask: 'tu cédula de extranjería',
      hint: 'Solo el número',
    },
    cr_cedula: { label: 'Cédula de identidad', ask: 'tu cédula de identidad', hint: '9 dígitos' },
    ec_cedula: { label: 'Cédula de identidad', ask: 'tu cédula de identidad', hint: '10 dígitos' },
    mx_curp: { label: 'CURP', ask: 'tu CURP', hint: '18 letras y números' },
    pa_cedula: {
      label: 'Cédula de identidad',
      ask: 'tu cédula de identidad',
      hint: 'Por ejemplo 8-123-456',
    },
    passport: { label: 'Número de pasaporte', ask: 'tu número de pasaporte' },
    pe_any: { label: 'Número de documento', ask: 'tu número de documento', hint: 'DNI, CE o PTP' },
    pe_ce: { label: 'Número de carné de extranjería', ask: 'tu número de carné de extranjería' },
    pe_dni: { label: 'Número de DNI', ask: 'tu DNI', hint: '8 dígitos' },
    pe_ptp: {
      label: 'Número de PTP',
      ask: 'tu número de PTP',
      hint: 'El de tu Permiso Temporal de Permanencia',
    },
  },
  warnings: {
    checkDigit: ({ ask }) =>
      `Revisa ${ask}: el dígito verificador no coincide. Si está bien, puedes continuar.`,
    form: ({ ask }) =>
      `Revisa ${ask}: parece que falta o sobra algo. Si está bien, puedes continuar.`,
    future: ({ label }) => `${label}: esa fecha está en el futuro. Revísala.`,
  },
  prefix: (prefix) => `Código de país ${prefix}`,
  choices: {
    national_id: 'Documento nacional',
    foreigner_card: 'Documento de extranjería',
    CE: 'Carné de extranjería (CE)',
    PTP: 'Permiso Temporal de Permanencia (PTP)',
  },
  nationalId: (document) => `Documento nacional (${document})`,
};
