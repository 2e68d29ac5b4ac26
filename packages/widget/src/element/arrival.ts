import conductUrl from 'chunk-url:./conduct.ts';
import type { Language } from '../i18n/locale.ts';
import { type Unreachable, UNREACHABLE } from '../i18n/problem-messages.ts';
import { partOf, type Frame } from './frame.ts';

type Conducting = typeof import('./conduct.ts');

/** How long a candidate waits before they are told why, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Resolves once what conducts a form has come. While it does not, the candidate is told so below the
 * fields, which stay, and can ask for it again.
 *
 * @param language - BCP 47 tag, asked for when something has to be said
 * @param conducting - asked for already, by who never gives up
 */
export function arrival(
  frame: Frame,
  language: () => string,
  conducting: Promise<Conducting>,
): Promise<Conducting> {
  return new Promise((resolve) => {
    let notice: HTMLElement | undefined;
    const tell = () => {
      notice ??= noticeOf(wordsOf(language()), () => {
        // Under the same address a browser may remember a failure, or wait for what hangs.
        const address = `${conductUrl}?retry=${performance.now()}`;
        import(/* @vite-ignore */ address).then(come, tell);
      });
      const focused = notice.querySelector<HTMLElement>(':focus');
      // Once more, so that it is read out once more.
      frame.base.append(notice);
      focused?.focus();
    };
    const timer = setTimeout(tell, PATIENCE);
    const come = (conduct: Conducting) => {
      clearTimeout(timer);
      if (notice?.matches(':focus-within')) frame.focus();
      notice?.remove();
      resolve(conduct);
    };
    void conducting.then(come);
  });
}

/** Words that are there before those of a language have been fetched; a host's own come later. */
function wordsOf(language: string): Unreachable {
  return UNREACHABLE[language.slice(0, 2).toLowerCase() as Language] ?? UNREACHABLE.es;
}

function noticeOf({ title, text, retry }: Unreachable, onRetry: () => void): HTMLElement {
  const button = make('button', 'button secondary', retry);
  button.setAttribute('part', 'retry');
  button.setAttribute('type', 'button');
  button.addEventListener('click', onRetry);
  const inside = document.createElement('div');
  inside.append(make('p', 'title', title), make('p', 'text', text), button);
  const notice = partOf('notice', { className: 'notice trouble' });
  notice.setAttribute('role', 'alert');
  notice.append(inside);
  return notice;
}

function make(name: string, className: string, textContent: string): HTMLElement {
  return Object.assign(document.createElement(name), { className, textContent });
}
