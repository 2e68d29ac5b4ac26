import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A parameter of RFC 7239, whose quoted value may contain what separates others, or the end of an element. */
const PARAMETER = /([^\s=;,"]+)=("(?:[^"\\]|\\.)*"|[^\s;,"]*)|,/g;
const UNKNOWN = 'unknown';

/**
 * The addresses that a reverse proxy forwards, as Fastify reads them: `X-Forwarded-For`, else `Forwarded`,
 * without ports and brackets. With a port, as Azure and IIS write one, each connection would count as
 * another client. `undefined`: neither header is there.
 */
export function forwardedAddresses(headers: IncomingHttpHeaders): string | undefined {
  const { forwarded, 'x-forwarded-for': plain } = headers;
  if (plain) return plain.toString().split(',').map(addressIn).join(', ');
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
function addressIn(text: string): string {
  const node = text.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\w+)?$/.exec(node) ?? [];
  const [, plain = ''] = /^([^:]*):\w+$/.exec(node) ?? [];
  const address = bracketed ?? (isIPv4(plain) ? plain : node);
  return address.replace(/%.*$/, '');
}

const NETWORK_BITS = 64;

/**
 * The IPv4 address, or the /64 network of an IPv6 address: one host usually owns all of it. Whatever is no
 * address is one client, so that nobody gets a limit of their own for each way to write it.
 */
export function networkOf({ ip }: { ip: string | undefined }): string {
  // The client has closed the connection meanwhile.
  if (ip === undefined) return 'unknown';
  if (isIPv4(ip)) return ip;
  const text = addressIn(ip);
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6 ? networkOfIPv6(address) : address.toString();
}

function networkOfIPv6(address: ipaddr.IPv6): string {
  const bytes = address.toByteArray();
  switch (address.range()) {
    // The owner of an IPv4 address has 65,536 networks of 6to4, and one for each Teredo server.
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6)).toString();
    case 'teredo':
      return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff)).toString();
    // A translator makes one of each IPv4 address: all of them share a /64.
    case 'rfc6052':
    case 'rfc6145':
      return address.toNormalizedString();
    default:
      return ipaddr.IPv6.networkAddressFromCIDR(
        `${address.toNormalizedString()}/${NETWORK_BITS}`,
      ).toString();
  }
}
