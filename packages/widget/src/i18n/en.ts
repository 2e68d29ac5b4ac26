import type { Messages } from './messages.ts';

const plural = (n: string, one: string, many: string) => `${n} ${n === '1' ? one : many}`;

/** A date must include them. */
const PARTS = { day: 'a day', month: 'a month', year: 'a year', time: 'a time' };
// Created on use: a page's first `Intl` object takes 25 ms on a desktop, and 100 ms on a phone.
const listed = (names: string[]) => new Intl.ListFormat('en-GB').format(names);

export const messages: Messages = {
  language: 'en',
  formName: 'Your details',
  submit: 'Send',
  sendFirst: 'Before you continue, send these details.',
  confirm: 'Confirm',
  nothingToFill: {
    title: 'Nothing is missing',
    text: 'We have all we need. Just confirm to continue.',
  },
  known: { title: 'We already have these details', correct: 'Correct these details' },
  left: (count) =>
    count === 0
      ? 'You have filled in everything required'
      : count === 1
        ? '1 required detail left'
        : `${count} required details left`,
  call: {
    title: 'We will call you',
    text: 'You can also fill in your details here.',
    ready: 'Keep your phone at hand.',
  },
  restored: {
    title: 'We kept what you had typed',
    text: 'Check that it is yours and continue. If it is not, start over.',
    startOver: 'Start over',
  },
  more: {
    title: 'Your answers open more questions',
    text: 'Answer them and send your details again. Nothing has been sent yet.',
  },
  fillInAgain: 'Fill in the form and send it again.',
  openForm: 'Open the form',
  newTab: '(opens in another tab)',
  optional: 'optional',
  cannotFill: 'This cannot be filled in here.',
  file: {
    unnamed: 'Unnamed file',
    tooLarge: (mb) => `The file is larger than ${mb} MB. Choose a smaller one.`,
  },
  choose: 'Choose an option',
  blankOption: 'Blank',
  clearAnswer: 'Clear answer',
  cityHint: 'Type the name of the city',
  exampleHint: (example) => `For example: ${example}`,
  thisBox: 'this box',
  yes: 'Yes',
  no: 'No',
  add: (label) => `Add ${label}`,
  remove: (label) => `Remove ${label}`,
  full: (max) => `You have reached the limit: ${max}`,
  added: (label) => `Added ${label}`,
  removed: (label, left) => `Removed ${label}. ${left} left.`,
  undo: 'Undo',
  item: (label, n) => `${label} ${n}`,
  option: (n) => `Option ${n}`,
  ask: (label) => `“${label}”`,
  errorSummary: (count) =>
    count === 1 ? 'There is one detail to correct' : `There are ${count} details to correct`,
  missingSummary: (count) =>
    count === 1 ? 'There is 1 detail missing' : `There are ${count} details missing`,
  error: 'Error:',
  states: {
    checking: { title: 'Checking your details', text: 'Keep this page open.' },
    sending: { title: 'Sending your details', text: 'Keep this page open.' },
    stored: {
      title: 'Your details are on their way',
      text: 'We have your answers. You can close this page.',
    },
    unconfirmed: {
      title: 'Your details are not confirmed yet',
      text: 'Check them and send them again.',
    },
    sent: {
      title: 'We have your details',
      text: 'Confirmation can take a few minutes. You can wait here or close this page: your details are safe.',
    },
    submitted: {
      title: 'All done',
      text: 'Your details are confirmed. There is nothing else to do.',
    },
    elsewhere: {
      title: 'We already have your details',
      text: 'They arrived another way, such as a phone call or another page. There is nothing else to do.',
    },
    handedOff: {
      title: 'One more step',
      text: 'Open the form in another tab and complete it. You will then see the confirmation here.',
    },
    refused: {
      title: 'The service did not accept the details',
      text: 'Your answers are still here. Check them and send them again.',
    },
    offline: {
      title: 'You are offline',
      text: 'Your answers are still here. They will be sent as soon as you are back online.',
    },
    offlineUnsent: {
      title: 'You are offline',
      text: 'Your answers are still here. Send them when you are back online.',
    },
  },
  problems: {
    'already-submitted': {
      title: 'This form has already been sent',
      text: 'There is nothing else to do.',
    },
    'form-broken': {
      title: 'We cannot show the form',
      text: 'The problem is ours. Ask the person who sent you the link how to give your details another way.',
    },
    'form-not-found': {
      title: 'We cannot find this form',
      text: 'Ask the person who sent you the link for a new one.',
    },
    internal: { title: 'Something went wrong on our side', text: 'Wait a moment and try again.' },
    'origin-not-allowed': {
      title: 'The form cannot be opened on this page',
      text: 'Tell the person who sent you the link.',
    },
    'rate-limited': { title: 'There were too many attempts', text: 'Wait a moment and try again.' },
    'service-unavailable': {
      title: 'The service is not responding',
      text: 'It is not your fault, and nothing is lost.',
    },
    'session-expired': {
      title: 'Your session ended',
      text: 'Your answers are kept here. Open the page again from the link that you received.',
    },
    'session-invalid': {
      title: 'The link is not valid',
      text: 'Ask the person who sent it for a new link.',
    },
    'session-missing': {
      title: 'Open your link to continue',
      text: 'Use the link that you received to come back to this page.',
    },
    'submission-in-progress': {
      title: 'Your details are on their way',
      text: 'Wait a moment: you will see the outcome here.',
    },
    'submission-refused': {
      title: 'The service did not accept the details',
      text: 'Your answers are still here. Check them and send them again.',
    },
    'validation-failed': {
      title: 'There are details to correct',
      text: 'Check them and send them again.',
    },
  },
  errors: {
    typed: ({ ask }) => `Enter ${ask}`,
    question: ({ label }) => `Answer: ${label}`,
    chosen: ({ ask }) => `Choose ${ask}`,
    listed: ({ ask }) => `Choose ${ask} from the list`,
    ticked: ({ ask }) => `Tick ${ask} to continue`,
    completed: ({ ask }) => `Fill in ${ask}`,
    number: ({ ask }) => `Enter ${ask} as a number`,
    integer: ({ ask }) => `Enter ${ask} as a whole number`,
    tooLong: ({ label }) => `${label} has too many digits. Enter a shorter number`,
    exactly: ({ label }, text) => `${label} must be exactly “${text}”`,
    email: ({ ask }) => `Enter ${ask} in the correct format, like name@example.com`,
    date: ({ ask }) => `Enter ${ask} with a day, a month and a year`,
    example: ({ ask }, text) => `Enter ${ask} in the correct format, like ${text}`,
    pattern: ({ ask }) => `Enter ${ask} in the correct format`,
    minLength: ({ label }, n) =>
      `${label} must have ${plural(n, 'character', 'characters')} or more`,
    maxLength: ({ label }, n) =>
      `${label} must have ${plural(n, 'character', 'characters')} or fewer`,
    minimum: ({ label }, n) => `${label} must be ${n} or more`,
    maximum: ({ label }, n) => `${label} must be ${n} or less`,
    moreThan: ({ label }, n) => `${label} must be more than ${n}`,
    lessThan: ({ label }, n) => `${label} must be less than ${n}`,
    notBefore: ({ label }, limit) => `${label} must be ${limit} or later`,
    notAfter: ({ label }, limit) => `${label} must be ${limit} or earlier`,
    multipleOf: ({ label }, n) => `${label} must be a multiple of ${n}`,
    minItems: ({ label }, n) => `${label}: give ${n} or more`,
    maxItems: ({ label }, n) => `${label}: give ${n} or fewer`,
    uniqueItems: ({ label }) => `${label}: do not repeat any`,
    contains: ({ label }, n) =>
      `${label}: include ${plural(n, 'answer', 'answers')} or more of the requested kind`,
    maxContains: ({ label }, n) =>
      `${label}: include ${plural(n, 'answer', 'answers')} or fewer of the requested kind`,
    minProperties: ({ label }, n) => `${label}: fill in ${plural(n, 'field', 'fields')} or more`,
    maxProperties: ({ label }, n) => `${label}: fill in ${plural(n, 'field', 'fields')} or fewer`,
    unexpected: ({ ask }) => `Check ${ask}: something in it does not belong there`,
    blank: ({ ask }) => `Leave ${ask} blank`,
    propertyNames: ({ ask }) => `Check ${ask}: one of the names is not correct`,
    not: ({ label }) => `${label}: that answer is not accepted. Give another one`,
    shape: ({ ask }) => `Fill in ${ask} as one of the options`,
    condition: ({ ask }) => `Check ${ask}: it does not fit your other answers`,
    other: ({ ask }) => `Check ${ask}`,
  },
  suggestions: (count) =>
    count === 0 ? 'No suggestions' : count === 1 ? '1 suggestion' : `${count} suggestions`,
  date: {
    parts: { day: 'Day', month: 'Month', year: 'Year', time: 'Time' },
    missing: ({ label }, parts) =>
      `${label} must include ${listed(parts.map((part) => PARTS[part]))}`,
    year: ({ label }) => `${label}: the year must have 4 digits`,
    unreal: ({ label }) => `${label}: that date does not exist`,
  },
  fields: {
    certificate_id: { label: 'Certificate number', ask: 'your certificate number' },
    city_locode: { label: 'City', ask: 'your city' },
    company: { label: 'Company', ask: 'the company' },
    dob: { label: 'Date of birth', ask: 'your date of birth' },
    document_id: { label: 'Document number', ask: 'your document number' },
    document_id_alt: { label: 'Second document', ask: 'your second document' },
    document_id_type: { label: 'Document type', ask: 'your document type' },
    email: { label: 'E-mail', ask: 'your e-mail address' },
    fathers_full_name: { label: 'Father’s full name', ask: 'your father’s full name' },
    first_name: {
      label: 'First name',
      ask: 'your first name',
      hint: 'As shown on your document',
    },
    full_name: { label: 'Full name', ask: 'your full name', hint: 'As shown on your document' },
    last_name: { label: 'Last name', ask: 'your last name', hint: 'As shown on your document' },
    mothers_full_name: { label: 'Mother’s full name', ask: 'your mother’s full name' },
    name: { label: 'Name', ask: 'the name' },
    phone: { label: 'Phone', ask: 'your phone number', hint: 'With the country code, such as +51' },
    referee_email: { label: 'E-mail', ask: 'the e-mail address' },
    referee_phone: {
      label: 'Phone',
      ask: 'the phone number',
      hint: 'With the country code, such as +51',
    },
    referees: { label: 'Reference', ask: 'a reference', many: 'References' },
    relationship: { label: 'Relationship to you', ask: 'the relationship to you' },
  },
  documents: {
    ar_dni: { label: 'DNI', ask: 'your DNI', hint: '7 or 8 digits' },
    br_cpf: { label: 'CPF', ask: 'your CPF', hint: '11 digits' },
    br_rg: { label: 'RG', ask: 'your RG', hint: 'The number of your identity card' },
    cl_foreigner: {
      label: 'Number of your foreigner document',
      ask: 'the number of your foreigner document',
    },
    cl_run: { label: 'RUN', ask: 'your RUN', hint: 'With its check digit, such as 12.345.678-5' },
    co_cedula: { label: 'Citizenship card number', ask: 'your citizenship card number' },
    co_foreigner: { label: 'Foreigner card number', ask: 'your foreigner card number' },
    cr_cedula: {
      label: 'Identity card number',
      ask: 'your identity card number',
      hint: '9 digits',
    },
    ec_cedula: {
      label: 'Identity card number',
      ask: 'your identity card number',
      hint: '10 digits',
    },
    mx_curp: { label: 'CURP', ask: 'your CURP', hint: '18 letters and digits' },
    pa_cedula: {
      label: 'Identity card number',
      ask: 'your identity card number',
      hint: 'Such as 8-123-456',
    },
    passport: { label: 'Passport number', ask: 'your passport number' },
    pe_any: { label: 'Document number', ask: 'your document number', hint: 'DNI, CE or PTP' },
    pe_ce: {
      label: 'Foreigner card number',
      ask: 'your foreigner card number',
      hint: 'Carné de extranjería (CE)',
    },
    pe_dni: { label: 'DNI number', ask: 'your DNI', hint: '8 digits' },
    pe_ptp: {
      label: 'PTP number',
      ask: 'your PTP number',
      hint: 'Of your Permiso Temporal de Permanencia',
    },
  },
  warnings: {
    checkDigit: ({ ask }) =>
      `Check ${ask}: the check digit does not match. If it is right, you can continue.`,
    form: ({ ask }) =>
      `Check ${ask}: something seems to be missing or too much. If it is right, you can continue.`,
    future: ({ label }) => `${label}: that date is in the future. Check it.`,
  },
  prefix: (prefix) => `Country code ${prefix}`,
  choices: {
    national_id: 'National document',
    foreigner_card: 'Foreigner card',
    CE: 'Foreigner card (CE)',
    PTP: 'Temporary residence permit (PTP)',
  },
  nationalId: (document) => `National document (${document})`,
};
