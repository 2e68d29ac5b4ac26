import type { Language } from '../messages/language.ts';
import type { Sentence } from '../messages/messages.ts';

/** What only a page without scripts says. */
export interface PlainPageWords {
  /** The answers call for fields that were not on the page. */
  more: Sentence;
  /** An entry of a list came or went, as was asked. */
  listChanged: Sentence;
  /** With the link to the hosted form, where the candidate goes on. */
  handOff: string;
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
    handOff: 'Completa tus datos en el formulario del servicio: aquí no se envía nada.',
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
    handOff: 'Preencha seus dados no formulário do serviço: aqui nada é enviado.',
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
    handOff: 'Complete your details in the service’s own form: nothing is sent from here.',
    typed: 'What you had typed',
  },
};
