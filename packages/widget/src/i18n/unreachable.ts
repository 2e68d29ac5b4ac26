import type { Language } from './language.ts';
import type { Sentence } from './messages.ts';

/** Words that are there before those of a language have been fetched. */
export interface Unreachable extends Sentence {
  retry: string;
  /** When it is tried again by itself; `{n}` is the number of seconds. */
  retryIn: string;
  /** Accessible name of the form’s shape while it loads. */
  loading: string;
}

/** What can be said before the words of a language have arrived, because they cannot arrive. */
export const UNREACHABLE: Record<Language, Unreachable> = {
  es: {
    title: 'No pudimos conectarnos',
    text: 'Revisa tu conexión a internet e intenta de nuevo.',
    retry: 'Intentar de nuevo',
    retryIn: 'Volveremos a intentar en {n} s.',
    loading: 'Cargando el formulario',
  },
  pt: {
    title: 'Não conseguimos conectar',
    text: 'Verifique sua conexão com a internet e tente de novo.',
    retry: 'Tentar de novo',
    retryIn: 'Vamos tentar de novo em {n} s.',
    loading: 'Carregando o formulário',
  },
  en: {
    title: 'We could not connect',
    text: 'Check your internet connection and try again.',
    retry: 'Try again',
    retryIn: 'We will try again in {n} s.',
    loading: 'Loading the form',
  },
};
