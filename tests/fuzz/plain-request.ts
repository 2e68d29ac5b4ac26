/** A request as it goes over the wire, before anything is broken in it. */
export interface PlainRequest {
  method: string;
  /** Path and query, as they stand in the first line. */
  target: string;
  headers: [string, string][];
  /** `null`: no body, and no word of one. */
  body: Buffer | null;
}

/** The bytes of it, HTTP/1.1. Header values are written as they are, whatever is in them. */
export function bytesOf({ method, target, headers, body }: PlainRequest): Buffer {
  const all: [string, string][] = [
    ['Host', 'proxy.example'],
    ...headers,
    ...(body === null ? [] : [['Content-Length', String(body.length)] as [string, string]]),
  ];
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...all.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'utf8'), body ?? Buffer.alloc(0)]);
}
