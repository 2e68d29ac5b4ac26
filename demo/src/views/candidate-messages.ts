/** Languages of the candidate's page, each by its own name. */
export const LANGUAGES = { es: 'Español', pt: 'Português', en: 'English' } as const;
export type Language = keyof typeof LANGUAGES;

const SPANISH = {
  title: 'Completa tus datos',
  hello: (name: string) => `Hola, ${name}`,
  intro: 'Nos falta poco para seguir con tu postulación. Te tomará unos dos minutos.',
  /** Replaces `intro` once the form is submitted. */
  thanks: 'Gracias. Te escribiremos en cuanto sepamos algo.',
  why: '¿Por qué lo pedimos?',
  whyText:
    'Verificamos los datos de quienes trabajarán con nosotros. Solo los usamos para eso y los enviamos por una conexión segura.',
  languages: 'Idioma',
  invalidLink: 'Este enlace ya no funciona',
  invalidLinkAdvice: 'Revisa que esté completo o pide uno nuevo a la persona que te lo envió.',
  hostedForm: 'Completar los datos en otra página',
};

/** The portal's own texts on the candidate's page. */
export const CANDIDATE_MESSAGES: Record<Language, typeof SPANISH> = {
  es: SPANISH,
  pt: {
    title: 'Complete seus dados',
    hello: (name) => `Olá, ${name}`,
    intro: 'Falta pouco para seguirmos com a sua candidatura. Leva cerca de dois minutos.',
    thanks: 'Obrigado pelo seu tempo. Escreveremos assim que houver novidade.',
    why: 'Por que pedimos isto?',
    whyText:
      'Verificamos os dados de quem vai trabalhar conosco. Usamos os dados só para isso e os enviamos por uma conexão segura.',
    languages: 'Idioma',
    invalidLink: 'Este link não funciona mais',
    invalidLinkAdvice: 'Veja se ele está completo ou peça um novo à pessoa que o enviou.',
    hostedForm: 'Preencher os dados em outra página',
  },
  en: {
    title: 'Complete your details',
    hello: (name) => `Hello, ${name}`,
    intro: 'We need a little more to continue with your application. It takes about two minutes.',
    thanks: 'Thank you. We will write as soon as we know more.',
    why: 'Why do we ask?',
    whyText:
      'We check the details of everyone who will work with us. We use them for nothing else and send them over a secure connection.',
    languages: 'Language',
    invalidLink: 'This link does not work any more',
    invalidLinkAdvice: 'Check that it is complete, or ask the person who sent it for a new one.',
    hostedForm: 'Complete your details on another page',
  },
};

/** The chosen language, or else the main language of the person's country. */
export function languageFor(chosen: string | undefined, countryCode: string): Language {
  if (chosen !== undefined && Object.hasOwn(LANGUAGES, chosen)) return chosen as Language;
  return countryCode.toUpperCase() === 'BR' ? 'pt' : 'es';
}

/** The chosen language, or else the first of ours in the browser's `Accept-Language`. */
export function languageOf(chosen: string | undefined, accepted: string | undefined): Language {
  const candidates = [chosen, ...(accepted ?? '').split(',')];
  const codes = candidates.map((each) => each?.trim().slice(0, 2).toLowerCase() ?? '');
  return languageFor(
    codes.find((code) => Object.hasOwn(LANGUAGES, code)),
    '',
  );
}
