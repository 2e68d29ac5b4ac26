import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPage } from 'precandidate-testing/repository.ts';
import { sharedPair } from 'precandidate-testing/pair.ts';
import { parse, parseAllDocuments } from 'yaml';

/** Whether a front passes a path on to the proxy. */
type IsPublic = (path: string) => boolean;

function nginxPaths(): IsPublic {
  const page = readPage('deploy/nginx/precandidate-proxy.conf');
  const denied = [...page.matchAll(/^ {2}location = (\S+) \{\s+return 404;/gm)];
  const locations = [
    ...page.matchAll(
      /^ {2}location (= )?(\S+) \{\s+proxy_pass http:\/\/precandidate_proxy(\S+);/gm,
    ),
  ];
  for (const [, , path, passed] of locations) assert.equal(passed, path);
  return (path) =>
    !denied.some(([, location]) => path === location) &&
    locations.some(([, exact, location = '']) =>
      exact ? path === location : path.startsWith(location),
    );
}

function caddyPaths(): IsPublic {
  const page = readPage('deploy/caddy/Caddyfile');
  const [, pattern] = /^\t@public path_regexp (\S+)$/m.exec(page) ?? assert.fail('no @public');
  return (path) => new RegExp(pattern ?? '').test(path);
}

interface Ingress {
  kind: string;
  spec: { rules: { http: { paths: { path: string; pathType: string }[] } }[] };
}

/** With `use-regex`, ingress-nginx matches each path from its start, in either case. */
function kubernetesPaths(): IsPublic {
  const objects = parseAllDocuments(readPage('deploy/kubernetes/proxy.yaml')).map(
    (document) => document.toJS() as Ingress,
  );
  const ingress = objects.find(({ kind }) => kind === 'Ingress') ?? assert.fail('no Ingress');
  const paths = ingress.spec.rules.flatMap(({ http }) => http.paths);
  for (const { pathType } of paths) assert.equal(pathType, 'ImplementationSpecific');
  const patterns = paths.map(({ path }) => new RegExp(`^${path}`, 'i'));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

interface HttpRoute {
  spec: { rules: { matches: { path: { type: string; value: string } }[] }[] };
}

function gatewayPaths(): IsPublic {
  const route = parse(readPage('deploy/kubernetes/gateway.yaml')) as HttpRoute;
  const paths = route.spec.rules.flatMap(({ matches }) => matches.map(({ path }) => path));
  return (path) =>
    paths.some(({ type, value }) => {
      if (type === 'Exact') return path === value;
      // A prefix matches whole segments: the slash at its end says nothing.
      if (type === 'PathPrefix') return `${path}/`.startsWith(value);
      return new RegExp(`^(?:${value})$`).test(path);
    });
}

/** The widget's files have no description in /openapi.json. */
const FILES = ['/widget.js', '/widget/0.3.0/element.a1b2c3d4.js'];
const PRIVATE = [
  '/openapi.json',
  '/metrics',
  '/healthz',
  '/readyz',
  '/',
  '/precandidate',
  '/precandidate/',
];

describe('the fronts in deploy/ pass on the public paths only', () => {
  const service = sharedPair();

  /** Path → who calls it. */
  async function routes(): Promise<Map<string, Set<string>>> {
    const response = await fetch(`${service.url}/openapi.json`);
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { tags?: string[] }>>;
    };
    return new Map(
      Object.entries(paths).map(([path, methods]) => [
        path.replaceAll(/\{\w+\}/g, 'PE'),
        new Set(Object.values(methods).flatMap(({ tags = [] }) => tags)),
      ]),
    );
  }

  for (const [name, pathsOf] of [
    ['nginx', nginxPaths],
    ['Caddy', caddyPaths],
    ['Ingress', kubernetesPaths],
    ['Gateway', gatewayPaths],
  ] as const)
    test(`${name}: every path of browsers and of the service, and no other`, async () => {
      const isPublic = pathsOf();
      for (const [path, callers] of await routes()) {
        const expected = callers.has('browser') || callers.has('service');
        assert.equal(isPublic(path), expected, path);
      }
      for (const path of FILES) assert.ok(isPublic(path), path);
      for (const path of PRIVATE) assert.ok(!isPublic(path), path);
    });
});
