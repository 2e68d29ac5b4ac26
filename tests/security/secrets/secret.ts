import values from './secrets.json' with { type: 'json' };

/** A value that must not be found except in allowed places. */
export interface Secret {
  name: string;
  text: string;
  /** Prefixes of the places where it is allowed. */
  meant_for: readonly string[];
}

/** One output of a run, and its place. */
export interface Output {
  place: string;
  text: string;
}

/** Secrets in places where they are not allowed, in any encoding: `<name> in <place>, as <encoding>`. */
export function findSecrets(secrets: readonly Secret[], outputs: readonly Output[]): string[] {
  const written = secrets.map((secret) => ({ ...secret, writings: writingsOf(secret.text) }));
  return outputs.flatMap(({ place, text }) =>
    written
      .filter(({ meant_for }) => !meant_for.some((beginning) => place.startsWith(beginning)))
      .flatMap(({ name, writings }) =>
        [...writings]
          .filter(([, writing]) => text.includes(writing))
          .map(([how]) => `${name} in ${place}, as ${how}`),
      ),
  );
}

/** A text in every encoding that programs use in logs, URLs, and files. */
function writingsOf(text: string): Map<string, string> {
  const bytes = Buffer.from(text);
  const writings: [string, string][] = [
    ['it is', text],
    ['JSON', JSON.stringify(text).slice(1, -1)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(text)).slice(3, -3)],
    ['JSON in ASCII', inAscii(text)],
    ['part of an address', encodeURIComponent(text)],
    ['part of a form', new URLSearchParams([['', text]]).toString().slice(1)],
    ['HTML', text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['hexadecimal', bytes.toString('hex')],
    ['UTF-8 read as Latin-1', bytes.toString('latin1')],
    ...[0, 1, 2].flatMap((shift): [string, string][] => [
      [`base64, shifted by ${shift}`, inBase64(bytes, shift)],
      [`base64url, shifted by ${shift}`, toUrl(inBase64(bytes, shift))],
    ]),
  ];
  return new Map(writings.filter(([, writing]) => writing.length > 3));
}

const inAscii = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(
      /[\u0080-\uffff]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

/** The part of its base64 that does not depend on its context, with `shift` bytes before it. */
function inBase64(bytes: Buffer, shift: number): string {
  const before = Buffer.alloc(shift);
  const all = Buffer.concat([before, bytes]);
  const whole = all.subarray(0, all.length - (all.length % 3));
  return whole.toString('base64').slice(shift === 0 ? 0 : 4);
}

const toUrl = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_');

/**
 * `kept`: secrets in the proxy's settings. `typed`: a candidate's input. `prefill`, `creation`: data
 * from HR. `custom_data`: of a person, from the service, for the portal.
 */
export const {
  kept: KEPT,
  typed: TYPED,
  prefill: PREFILL,
  creation: CREATION,
  custom_data: CUSTOM_DATA,
} = values;

/** A candidate's input is allowed only at the service. */
export function typedSecrets(): Secret[] {
  const texts = [
    TYPED.full_name,
    TYPED.email,
    TYPED.dob,
    TYPED.address.street,
    TYPED.address.postal_code,
    ...TYPED.languages,
    TYPED.last_employer,
  ];
  return texts.map((text) => ({ name: `typed “${text}”`, text, meant_for: [] }));
}

export function keptSecrets(): Secret[] {
  return Object.entries(KEPT).flatMap(([name, text]) => {
    const bare = text.replace(/^whsec_/, '');
    const key = bare === text ? [] : [{ name: `${name}, as bytes`, text: bare, meant_for: [] }];
    return [{ name, text, meant_for: [] }, ...key];
  });
}

/** Sends requests and keeps the responses. */
export interface Observed {
  outputs: Output[];
  /** `place`: name for the kept response. Resolves to its body. */
  ask(place: string, url: string, init?: RequestInit): Promise<string>;
}

/** Reads a stream until its second event or its end. */
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
