/** Languages of the candidate's page → how each calls itself. */
export const LANGUAGES = { es: 'Español', pt: 'Português', en: 'English' } as const;
export type Language = keyof typeof LANGUAGES;

/** The portal's own words on the candidate's page. */
export interface CandidateWords {
  title: string;
  hello: (name: string) => string;
  intro: string;
  /** In place of `intro` once the data is there. */
  thanks: string;
  why: string;
  whyAnswer: string;
  languages: string;
  /** For a link that leads nowhere, and what to do then. */
  deadLink: string;
  deadLinkAdvice: string;
}

export const CANDIDATE_WORDS: Record<Language, CandidateWords> = {
  es: {
    title: 'Completa tus datos',
    hello: (name) => `Hola, ${name}`,
    intro: 'Nos falta poco para seguir con tu postulación. Te tomará unos dos minutos.',
    thanks: 'Gracias. Te escribiremos en cuanto sepamos algo.',
    why: '¿Por qué lo pedimos?',
    whyAnswer:
      'Verificamos los datos de quienes trabajarán con nosotros. Solo los usamos para eso y los enviamos por una conexión segura.',
    languages: 'Idioma',
    deadLink: 'Este enlace ya no funciona',
    deadLinkAdvice: 'Revisa que esté completo o pide uno nuevo a la persona que te lo envió.',
  },
  pt: {
    title: 'Complete seus dados',
    hello: (name) => `Olá, ${name}`,
    intro: 'Falta pouco para seguirmos com a sua candidatura. Leva cerca de dois minutos.',
    thanks: 'Obrigado pelo seu tempo. Escreveremos assim que houver novidade.',
    why: 'Por que pedimos isto?',
    whyAnswer:
      'Verificamos os dados de quem vai trabalhar conosco. Usamos os dados só para isso e os enviamos por uma conexão segura.',
    languages: 'Idioma',
    deadLink: 'Este link não funciona mais',
    deadLinkAdvice: 'Veja se ele está completo ou peça um novo à pessoa que o enviou.',
  },
  en: {
    title: 'Complete your details',
    hello: (name) => `Hello, ${name}`,
    intro: 'We need a little more to go on with your application. It takes about two minutes.',
    thanks: 'Thank you. We will write as soon as we know more.',
    why: 'Why do we ask?',
    whyAnswer:
      'We check the details of everybody who will work with us. We use them for nothing else and send them over a secure connection.',
    languages: 'Language',
    deadLink: 'This link does not work any more',
    deadLinkAdvice: 'See that it is complete, or ask the person who sent it for a new one.',
  },
};

/** The language asked for, else the one most spoken in the person's country. */
export function languageFor(asked: string | undefined, countryCode: string): Language {
  if (asked !== undefined && Object.hasOwn(LANGUAGES, asked)) return asked as Language;
  return countryCode.toUpperCase() === 'BR' ? 'pt' : 'es';
}

/** The language asked for, else the first of ours that the browser's `Accept-Language` names. */
export function languageOf(asked: string | undefined, accepted: string | undefined): Language {
  const wanted = [asked, ...(accepted ?? '').split(',')];
  const codes = wanted.map((each) => each?.trim().slice(0, 2).toLowerCase() ?? '');
  return languageFor(
    codes.find((code) => Object.hasOwn(LANGUAGES, code)),
    '',
  );
}
