/** What a server answers to whoever asks for a schema, and to whoever has it already. */
export interface Answers {
  etag: string;
  body: string;
  /** Names and values in turn, as they go out; without those that `node:http` adds by itself. */
  headers: string[];
  headers_304: string[];
}

const BY_NODE = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/** The answers of the server at `url`. */
export async function answersOf(url: string, headers: Record<string, string>): Promise<Answers> {
  const fresh = await fetch(url, { headers });
  const etag = fresh.headers.get('etag') ?? '';
  const known = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
  if (fresh.status !== 200 || known.status !== 304) throw new Error(`${url} does not answer`);
  return {
    etag,
    body: await fresh.text(),
    headers: listed(fresh.headers),
    headers_304: listed(known.headers),
  };
}

function listed(headers: Headers): string[] {
  return [...headers].filter(([name]) => !BY_NODE.has(name)).flat();
}
