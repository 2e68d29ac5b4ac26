/** A path and a method that the proxy answers, as its `/openapi.json` tells them. */
export interface Operation {
  method: string;
  /** With `{name}` where a parameter stands. */
  path: string;
  query: string[];
  headers: string[];
  /** Whose credentials open it; empty: anyone's. */
  opened_by: ('backend' | 'session' | 'webhook')[];
  /** The body's JSON Schema; absent: takes none that it tells of. */
  body?: BodySchema;
  media_type: string;
  /** Whether it stands in `/openapi.json`. */
  isTold: boolean;
}

/** As much of a JSON Schema as bodies of ours are told by. */
export interface BodySchema {
  type?: string;
  properties?: Record<string, BodySchema>;
  required?: string[];
  anyOf?: BodySchema[];
  enum?: unknown[];
  minimum?: number;
}

interface Described {
  parameters?: { in: string; name: string }[];
  security?: Record<string, unknown>[];
  requestBody?: { content?: Record<string, { schema?: BodySchema }> };
}

/** What is served besides, without a description. */
const UNTOLD = ['/openapi.json', '/widget.js', '/widget/{id}/{id}', '/{id}', '/'];

/** Every operation of the proxy at `url`. */
export async function readOperations(url: string): Promise<Operation[]> {
  const answer = await fetch(`${url}/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> };
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...operationOf(method.toUpperCase(), path, one),
      isTold: true,
    })),
  );
  return [...told, ...UNTOLD.map((path) => operationOf('GET', path, {}))];
}

function operationOf(method: string, path: string, one: Described): Operation {
  const { parameters = [], security = [], requestBody } = one;
  const named = (place: string) => parameters.filter((each) => each.in === place);
  const [content] = Object.entries(requestBody?.content ?? {});
  const [media_type = 'application/json', { schema: body } = {}] = content ?? [];
  return {
    method,
    path,
    query: named('query').map(({ name }) => name),
    headers: named('header').map(({ name }) => name),
    opened_by: security.flatMap((way) => Object.keys(way)) as Operation['opened_by'],
    ...(body && { body }),
    media_type,
    isTold: false,
  };
}
