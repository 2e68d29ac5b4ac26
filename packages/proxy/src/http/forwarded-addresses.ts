import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

/** A parameter of RFC 7239, whose quoted value may contain what separates others, or the end of an element. */
const PARAMETER = /([^\s=;,"]+)=("(?:[^"\\]|\\.)*"|[^\s;,"]*)|,/g;
const UNKNOWN = 'unknown';

/**
 * The addresses that a reverse proxy forwards, as Fastify reads them: `X-Forwarded-For`, else `Forwarded`,
 * without ports and brackets. With a port, as Azure and IIS write one, each connection would count as
 * another client. `undefined`: neither header is there.
 */
export function forwardedAddresses(headers: IncomingHttpHeaders): string | undefined {
  const { forwarded, 'x-forwarded-for': plain = '' } = headers;
  const texts = [plain].flat().join(',');
  if (texts !== '') return texts.split(',').map(addressIn).join(', ');
  return forwarded && forwardedFor(forwarded).map(addressIn).join(', ');
}

/** Of each element: one without an address keeps its place, so that the one before it is not trusted. */
function forwardedFor(header: string): string[] {
  const found = [UNKNOWN];
  for (const [text, name = '', value = ''] of header.matchAll(PARAMETER))
    if (text === ',') found.push(UNKNOWN);
    else if (name.toLowerCase() === 'for') found.splice(-1, 1, value.replaceAll(/["\\]/g, ''));
  return found;
}

/** `203.0.113.9:51234`, `[2001:db8::1]:443`, `fe80::1%eth0` → the address. */
export function addressIn(text: string): string {
  const node = text.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\w+)?$/.exec(node) ?? [];
  const [, plain = ''] = /^([^:]*):\w+$/.exec(node) ?? [];
  const address = bracketed ?? (isIPv4(plain) ? plain : node);
  return address.replace(/%.*$/, '');
}
