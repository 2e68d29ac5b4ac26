import type { Language } from '../messages/language.ts';
import type { Sentence } from '../messages/messages.ts';

/** What only a page without scripts says. */
export interface PlainPageWords {
  /** The answers call for fields that were not on the page. */
  more: Sentence;
  /** An entry of a list came or went, as was asked. */
  listChanged: Sentence;
  /** Above what was typed, when the form cannot be drawn around it. */
  typed: string;
}

export const PLAIN_PAGE: Record<Language, PlainPageWords> = {
  es: {
    more: {
      title: 'Tus respuestas abren más preguntas',
      text: 'Complétalas y envía tus datos otra vez. Todavía no los enviamos.',
    },
    listChanged: {
      title: 'La lista cambió',
      text: 'Sigue completando tus datos. Todavía no los enviamos.',
    },
    typed: 'Lo que habías escrito',
  },
  pt: {
    more: {
      title: 'Suas respostas abrem mais perguntas',
      text: 'Preencha e envie seus dados de novo. Ainda não enviamos nada.',
    },
    listChanged: {
      title: 'A lista mudou',
      text: 'Continue preenchendo seus dados. Ainda não enviamos nada.',
    },
    typed: 'O que você tinha escrito',
  },
  en: {
    more: {
      title: 'Your answers open more questions',
      text: 'Answer them and send your details again. Nothing has been sent yet.',
    },
    listChanged: {
      title: 'The list has changed',
      text: 'Go on with your details. Nothing has been sent yet.',
    },
    typed: 'What you had typed',
  },
};
