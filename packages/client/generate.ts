import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import { startProxy } from 'precandidate-proxy';

const FILE = new URL('src/generated/proxy-api.ts', import.meta.url);
const HEADER = `// Generated from the proxy's /openapi.json: npm run generate:client\n\n`;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The types of the proxy's back-end routes, as `src/generated/proxy-api.ts` contains them. */
export async function proxyApiTypes(): Promise<string> {
  const description = await readDescription();
  const ast = await openapiTS(forBackEnds(description), { alphabetize: true });
  return HEADER + astToString(ast);
}

/** A proxy describes itself without calling the service. */
async function readDescription(): Promise<OpenAPI3> {
  const proxy = await startProxy({
    UPSTREAM_URL: 'http://127.0.0.1:9/v3',
    UPSTREAM_API_KEY: 'not-used',
    BACKEND_KEYS: 'a-key-that-is-not-used',
    SESSION_SECRETS: 'a-secret-that-is-not-used-at-all',
    ALLOWED_ORIGINS: 'https://hr.example',
    DATA_DIR: ':memory:',
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  try {
    return (await (await fetch(`${proxy.url}/openapi.json`)).json()) as OpenAPI3;
  } finally {
    await proxy.close();
  }
}

const PROBLEM = 'application/problem+json';

/** Only the routes that a back end calls, with one named type for all problems. */
function forBackEnds(description: OpenAPI3): OpenAPI3 {
  const paths: NonNullable<OpenAPI3['paths']> = {};
  for (const [path, item] of Object.entries(description.paths ?? {})) {
    if ('$ref' in item) continue;
    const isForBackEnd = METHODS.some((method) => {
      const operation = item[method];
      return operation && 'tags' in operation && operation.tags?.includes('back end');
    });
    if (isForBackEnd) paths[path] = item;
  }
  let problem: SchemaObject | undefined;
  const text = JSON.stringify(paths, (key, value: { schema: SchemaObject }) => {
    // Documentation is in /openapi.json: a changed sentence does not change the types.
    if (key === 'summary' || (key === 'description' && typeof value === 'string')) return undefined;
    if (key !== PROBLEM) return value;
    problem = value.schema;
    return { schema: { $ref: '#/components/schemas/Problem' } };
  });
  return {
    ...description,
    components: { ...description.components, schemas: problem ? { Problem: problem } : {} },
    paths: JSON.parse(text) as typeof paths,
  };
}

if (import.meta.main) await writeFile(FILE, await proxyApiTypes());
