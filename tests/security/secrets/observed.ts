import type { Output } from './secret.ts';

/** Asks, and keeps all that is answered. */
export interface Observed {
  outputs: Output[];
  /** `place`: under what the answer is kept. Resolves to its body. */
  ask(place: string, url: string, init?: RequestInit): Promise<string>;
}

/** How long a stream is read: until it says something twice, or is over. */
const FRAMES = 2;

export function observe(): Observed {
  const outputs: Output[] = [];
  return {
    outputs,
    async ask(place, url, init) {
      const answer = await fetch(url, { redirect: 'manual', ...init });
      const isStream = answer.headers.get('content-type') === 'text/event-stream';
      const body = isStream ? await framesOf(answer) : await answer.text();
      const head = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
      outputs.push({ place: `${place} ${answer.status}`, text: `${head}\n\n${body}` });
      return body;
    },
  };
}

async function framesOf(answer: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.split('event: snapshot').length > FRAMES) break;
  }
  return text;
}
