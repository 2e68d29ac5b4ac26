import type { Language } from '../pipelines/pipeline.ts';

/** The texts of the hosted form that are not in the schema. `{0}` is the field's label. */
const es = {
  title: 'Completa tus datos',
  intro: 'Necesitamos estos datos para continuar con tu verificación.',
  nothingToFill: 'No falta ningún dato. Solo confirma para continuar.',
  optional: 'opcional',
  ifItApplies: 'si corresponde',
  choose: 'Elige una opción',
  yes: 'Sí',
  send: 'Enviar',
  errorTitle: 'Revisa estos datos',
  missing: 'Completa: {0}',
  mustAccept: 'Marca la casilla: {0}',
  wrong: 'Revisa: {0}',
  wrongDate: 'Escribe una fecha completa: {0}',
  wrongNumber: 'Escribe un número: {0}',
  tooShort: 'Es demasiado corto: {0}',
  tooLong: 'Es demasiado largo: {0}',
  submittedTitle: 'Recibimos tus datos',
  submitted: 'No tienes que hacer nada más. Puedes cerrar esta página.',
  notFoundTitle: 'No encontramos este formulario',
  notFound: 'Revisa que la dirección esté completa.',
  failedTitle: 'No pudimos recibir tus datos',
  failed: 'Vuelve atrás e inténtalo otra vez.',
};

export type Messages = Readonly<Record<keyof typeof es, string>>;

const pt: Messages = {
  title: 'Complete seus dados',
  intro: 'Precisamos destes dados para continuar com a sua verificação.',
  nothingToFill: 'Não falta nenhum dado. Basta confirmar para continuar.',
  optional: 'opcional',
  ifItApplies: 'se for o caso',
  choose: 'Escolha uma opção',
  yes: 'Sim',
  send: 'Enviar',
  errorTitle: 'Verifique estes dados',
  missing: 'Preencha: {0}',
  mustAccept: 'Marque a caixa: {0}',
  wrong: 'Verifique: {0}',
  wrongDate: 'Digite uma data completa: {0}',
  wrongNumber: 'Digite um número: {0}',
  tooShort: 'É curto demais: {0}',
  tooLong: 'É longo demais: {0}',
  submittedTitle: 'Recebemos seus dados',
  submitted: 'Você não precisa fazer mais nada. Pode fechar esta página.',
  notFoundTitle: 'Não encontramos este formulário',
  notFound: 'Verifique se o endereço está completo.',
  failedTitle: 'Não conseguimos receber seus dados',
  failed: 'Volte e tente outra vez.',
};

const en: Messages = {
  title: 'Complete your details',
  intro: 'We need these details to go on with your check.',
  nothingToFill: 'Nothing is missing. Just confirm to go on.',
  optional: 'optional',
  ifItApplies: 'if it applies',
  choose: 'Choose an option',
  yes: 'Yes',
  send: 'Send',
  errorTitle: 'Check these details',
  missing: 'Fill in: {0}',
  mustAccept: 'Tick the box: {0}',
  wrong: 'Check: {0}',
  wrongDate: 'Enter a complete date: {0}',
  wrongNumber: 'Enter a number: {0}',
  tooShort: 'This is too short: {0}',
  tooLong: 'This is too long: {0}',
  submittedTitle: 'We have your details',
  submitted: 'There is nothing more to do. You can close this page.',
  notFoundTitle: 'We cannot find this form',
  notFound: 'Check that the address is complete.',
  failedTitle: 'We could not save your details',
  failed: 'Go back and try again.',
};

export const MESSAGES: Readonly<Record<Language, Messages>> = { es, pt, en };

const SPANISH = new Set(['PE', 'CO', 'MX', 'PA', 'CL', 'EC', 'CR', 'AR', 'UY', 'BO', 'GT']);

/** The language of a country's hosted form. */
export function languageOf(country_code: string): Language {
  if (country_code === 'BR') return 'pt';
  return SPANISH.has(country_code) ? 'es' : 'en';
}

/** Inserts the label into a message. */
export function formatMessage(message: string, label: string): string {
  return message.replace('{0}', () => label);
}
