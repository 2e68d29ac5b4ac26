import type { ProblemName } from 'precandidate-contract';
import type { Language } from '../i18n/language.ts';
import type { Sentence } from '../i18n/messages.ts';

/** What only a page without scripts says. */
export interface PlainPageWords {
  /** An entry of a list came or went, as was asked. */
  listChanged: Sentence;
  /** With the link to the hosted form, where the candidate goes on. */
  handOff: string;
  /** Above what was typed, when the form cannot be drawn around it. */
  typed: string;
  /** Loads the page again that tells how things stand. */
  lookAgain: string;
  /** What was on its way did not arrive after all. */
  notSent: Sentence;
  /** The browser does not prove that it is the one that sent. */
  unproven: Sentence;
}

/** Problems that are told otherwise where nothing goes on by itself. */
type PlainProblems = Partial<Record<ProblemName, Sentence>>;

export const PLAIN_PAGE: Record<Language, PlainPageWords & { problems: PlainProblems }> = {
  es: {
    listChanged: {
      title: 'La lista cambió',
      text: 'Sigue completando tus datos. Todavía no los enviamos.',
    },
    handOff: 'Completa tus datos en el formulario del servicio: aquí no se envía nada.',
    typed: 'Lo que habías escrito',
    lookAgain: 'Ver si ya está confirmado',
    notSent: {
      title: 'Tus datos no se enviaron',
      text: 'Vuelve a abrir la página desde el enlace que recibiste y envíalos otra vez.',
    },
    unproven: {
      title: 'No podemos mostrarte cómo están tus datos',
      text: 'Si los enviaste hace un momento, ya los recibimos: no hace falta enviarlos otra vez. Para ver cómo están, vuelve a abrir la página desde el enlace que recibiste.',
    },
    problems: {
      'body-too-large': {
        title: 'Escribiste demasiado texto',
        text: 'No se envió nada. Vuelve a la página anterior, acorta tus respuestas y envíalas otra vez.',
      },
      'rate-limited': {
        title: 'Hubo demasiados intentos',
        text: 'Espera un minuto y vuelve a cargar esta página. Nada se envía dos veces.',
      },
      'service-unavailable': {
        title: 'El servicio no responde',
        text: 'No es culpa tuya. Lo que escribiste sigue aquí: espera un momento y envíalo otra vez.',
      },
      'submission-in-progress': {
        title: 'Ya estamos enviando tus datos',
        text: 'Espera un momento y vuelve a cargar esta página: verás el resultado.',
      },
    },
  },
  pt: {
    listChanged: {
      title: 'A lista mudou',
      text: 'Continue preenchendo seus dados. Ainda não enviamos nada.',
    },
    handOff: 'Preencha seus dados no formulário do serviço: aqui nada é enviado.',
    typed: 'O que você tinha escrito',
    lookAgain: 'Ver se já foi confirmado',
    notSent: {
      title: 'Seus dados não foram enviados',
      text: 'Abra a página de novo pelo link que você recebeu e envie os dados outra vez.',
    },
    unproven: {
      title: 'Não conseguimos mostrar a situação dos seus dados',
      text: 'Se você acabou de enviá-los, já recebemos: não é preciso enviar de novo. Para ver a situação, abra a página outra vez pelo link que você recebeu.',
    },
    problems: {
      'body-too-large': {
        title: 'Você escreveu texto demais',
        text: 'Nada foi enviado. Volte à página anterior, encurte suas respostas e envie de novo.',
      },
      'rate-limited': {
        title: 'Houve tentativas demais',
        text: 'Espere um minuto e recarregue esta página. Nada é enviado duas vezes.',
      },
      'service-unavailable': {
        title: 'O serviço não responde',
        text: 'A culpa não é sua. O que você escreveu continua aqui: espere um momento e envie de novo.',
      },
      'submission-in-progress': {
        title: 'Já estamos enviando seus dados',
        text: 'Espere um momento e recarregue esta página: você verá o resultado.',
      },
    },
  },
  en: {
    listChanged: {
      title: 'The list has changed',
      text: 'Go on with your details. Nothing has been sent yet.',
    },
    handOff: 'Complete your details in the service’s own form: nothing is sent from here.',
    typed: 'What you had typed',
    lookAgain: 'See whether it is confirmed',
    notSent: {
      title: 'Your details were not sent',
      text: 'Open the page again from the link you were given and send them once more.',
    },
    unproven: {
      title: 'We cannot show you how your details stand',
      text: 'If you have just sent them, we have them: there is no need to send them again. To see how they stand, open the page again from the link you were given.',
    },
    problems: {
      'body-too-large': {
        title: 'Your answers are too long',
        text: 'Nothing has been sent. Go back, shorten your answers and send them again.',
      },
      'rate-limited': {
        title: 'There were too many attempts',
        text: 'Wait a minute and reload this page. Nothing is sent twice.',
      },
      'service-unavailable': {
        title: 'The service is not responding',
        text: 'It is not your fault. What you typed is still here: wait a moment and send it again.',
      },
      'submission-in-progress': {
        title: 'Your details are on their way',
        text: 'Wait a moment and reload this page to see the result.',
      },
    },
  },
};
