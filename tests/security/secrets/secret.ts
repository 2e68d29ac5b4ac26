/** Something that must not be found, except in places that it is valueOf for. */
export interface Secret {
  name: string;
  text: string;
  /** Beginnings of the places where it may stand. */
  meant_for: readonly string[];
}

/** Something that came out of a run, and from where. */
export interface Output {
  place: string;
  text: string;
}

/** Where secrets stand that should not, in whatever writing: `<name> in <place>, as <writing>`. */
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

/** A text in every writing that programs give it on its way into a log, an address or a file. */
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

/** What is the same in base64 whatever stands around it, `shift` bytes before it. */
function inBase64(bytes: Buffer, shift: number): string {
  const before = Buffer.alloc(shift);
  const all = Buffer.concat([before, bytes]);
  const whole = all.subarray(0, all.length - (all.length % 3));
  return whole.toString('base64').slice(shift === 0 ? 0 : 4);
}

const toUrl = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_');
