import type { Language } from '../messages/language.ts';
import type { Sentence } from '../messages/messages.ts';

/** What only a page without scripts says. */
export interface PlainPageWords {
  /** An entry of a list came or went, as was asked. */
  listChanged: Sentence;
  /** With the link to the hosted form, where the candidate goes on. */
  handOff: string;
  /** Above what was typed, when the form cannot be drawn around it. */
  typed: string;
}

export const PLAIN_PAGE: Record<Language, PlainPageWords> = {
  es: {
    listChanged: {
      title: 'La lista cambió',
      text: 'Sigue completando tus datos. Todavía no los enviamos.',
    },
    handOff: 'Completa tus datos en el formulario del servicio: aquí no se envía nada.',
    typed: 'Lo que habías escrito',
  },
  pt: {
    listChanged: {
      title: 'A lista mudou',
      text: 'Continue preenchendo seus dados. Ainda não enviamos nada.',
    },
    handOff: 'Preencha seus dados no formulário do serviço: aqui nada é enviado.',
    typed: 'O que você tinha escrito',
  },
  en: {
    listChanged: {
      title: 'The list has changed',
      text: 'Go on with your details. Nothing has been sent yet.',
    },
    handOff: 'Complete your details in the service’s own form: nothing is sent from here.',
    typed: 'What you had typed',
  },
};
