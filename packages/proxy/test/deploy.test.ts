import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { SETTINGS } from 'precandidate-proxy';
import { parse, parseAllDocuments } from 'yaml';
import { startPair } from './start-pair.ts';

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const read = (name: string) => readFile(new URL(name, DEPLOY), 'utf8');
const FILES = [
  'Containerfile',
  'compose.yaml',
  'kubernetes/proxy.yaml',
  'systemd/precandidate-proxy.service',
];
const REQUIRED = Object.entries(SETTINGS)
  .filter(([, { fallback }]) => fallback === null)
  .map(([name]) => name);

interface Named {
  name: string;
}
interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: Named & { labels?: object };
  spec: {
    selector: { matchLabels?: object };
    template: {
      metadata: { labels: object };
      spec: { containers: Container[]; volumes: Named[]; terminationGracePeriodSeconds: number };
    };
    rules: { http: { paths: { path: string; backend: { service: Named } }[] } }[];
  };
}
interface Container {
  env: Named[];
  ports: Named[];
  volumeMounts: Named[];
  livenessProbe: Probe;
  readinessProbe: Probe;
}
interface Probe {
  httpGet: { path: string; port: string };
}

/** `<NAME>` of a setting, or `<NAME>_FILE` of one that is secret. */
function isSetting(name: string): boolean {
  const settings: Record<string, { secret: boolean }> = SETTINGS;
  if (Object.hasOwn(settings, name)) return true;
  const bare = name.replace(/_FILE$/, '');
  return bare !== name && settings[bare]?.secret === true;
}

for (const file of FILES)
  test(`${file} names settings that exist, and no secret’s value`, async () => {
    const text = await read(file);
    const given = text.matchAll(
      /(?:^|[\s{-]|Environment=)(?:name: )?([A-Z][A-Z_]{3,})(?:[=:,]|$)/gm,
    );
    const others =
      /^(POSTGRES_\w+|AF_\w+|NODE_OPTIONS|SHELL|CMD|FROM|WORKDIR|COPY|USER|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT)$/;
    const names = [...given].map(([, name = '']) => name).filter((name) => !others.test(name));
    assert.ok(names.length >= 3, names.join());
    for (const name of names) {
      assert.ok(isSetting(name), `${name} is no setting`);
      const secret = (SETTINGS as Record<string, { secret: boolean }>)[name]?.secret;
      assert.ok(!secret, `${name} stands in the file`);
    }
  });

test('compose.yaml: each service has what it names, and every required setting is given', async () => {
  const compose = parse(await read('compose.yaml')) as {
    services: Record<string, { environment: object; secrets: string[]; depends_on?: object }>;
    secrets: object;
  };
  const kept = Object.keys(compose.secrets);
  for (const { secrets, depends_on = {} } of Object.values(compose.services)) {
    assert.deepEqual(
      secrets.filter((name) => !kept.includes(name)),
      [],
    );
    for (const name of Object.keys(depends_on)) assert.ok(compose.services[name]);
  }
  const given = Object.keys(compose.services['proxy']?.environment ?? {});
  const missing = REQUIRED.filter(
    (name) => !given.includes(name) && !given.includes(`${name}_FILE`),
  );
  assert.deepEqual(missing, []);
});

test('kubernetes: names, selectors, ports and probes fit together', async () => {
  const objects = parseAllDocuments(await read('kubernetes/proxy.yaml')).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS() as KubernetesObject;
  });
  const byKind = Map.groupBy(objects, ({ kind }) => kind);
  const kinds = ['Deployment', 'Service', 'PodDisruptionBudget', 'Ingress'];
  assert.deepEqual([...byKind.keys()].sort(), kinds.sort());
  const [deployment] = byKind.get('Deployment') ?? [];
  const { selector, template } = deployment?.spec ?? assert.fail();
  assert.deepEqual(selector.matchLabels, template.metadata.labels);
  assert.deepEqual(byKind.get('Service')?.[0]?.spec.selector, template.metadata.labels);
  assert.deepEqual(byKind.get('PodDisruptionBudget')?.[0]?.spec.selector, selector);

  const [container] = template.spec.containers;
  assert.ok(container);
  assert.equal(container.livenessProbe.httpGet.path, '/healthz');
  assert.equal(container.readinessProbe.httpGet.path, '/readyz');
  const [port] = container.ports;
  for (const { httpGet } of [container.livenessProbe, container.readinessProbe])
    assert.equal(httpGet.port, port?.name);
  assert.deepEqual(
    container.volumeMounts.map(({ name }) => name),
    template.spec.volumes.map(({ name }) => name),
  );
  assert.ok(template.spec.terminationGracePeriodSeconds > 10, 'longer than a stop takes');
  const given = container.env.map(({ name }) => name);
  const missing = REQUIRED.filter(
    (name) => !given.includes(name) && !given.includes(`${name}_FILE`),
  );
  assert.deepEqual(missing, []);
});

test('kubernetes: the ingress leads to what browsers and the service call, and to nothing else', async (t) => {
  const [ingress] = parseAllDocuments(await read('kubernetes/proxy.yaml'))
    .map((document) => document.toJS() as KubernetesObject)
    .filter(({ kind }) => kind === 'Ingress');
  const open = (ingress?.spec.rules ?? []).flatMap(({ http }) =>
    http.paths.map(({ path }) => path),
  );
  const { url } = await startPair(t);
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { tags?: string[] }>>;
  };
  for (const [path, methods] of Object.entries(paths))
    for (const { tags = [] } of Object.values(methods)) {
      const isOpen = open.some((prefix) => path.startsWith(prefix));
      const isFor = (who: string) => tags.includes(who);
      if (isFor('browser') || isFor('service')) assert.ok(isOpen, path);
      else if (isFor('back end') || isFor('operations')) assert.ok(!isOpen, path);
    }
});

test('Containerfile: known instructions, no root, and it asks whether the process runs', async () => {
  const lines = (await read('Containerfile')).split('\n').filter((line) => !/^(#.*)?$/.test(line));
  const known = /^(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD) \S/;
  for (const line of lines) assert.match(line, known);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  assert.ok(last.includes('USER node'));
  assert.ok(last.some((line) => line.startsWith('HEALTHCHECK') && line.includes('/healthz')));
  for (const line of lines.filter((one) => /^(HEALTHCHECK CMD|ENTRYPOINT|CMD) /.test(one)))
    assert.ok(Array.isArray(JSON.parse(line.replace(/^(HEALTHCHECK )?\w+ /, ''))), line);
});

test('the systemd unit is one', async (t) => {
  const file = fileURLToPath(new URL('systemd/precandidate-proxy.service', DEPLOY));
  const { status, error, stderr } = spawnSync('systemd-analyze', ['verify', file], {
    encoding: 'utf8',
  });
  if (error) return t.skip('systemd is not here');
  // Its program is where an operator puts it, not here.
  const said = stderr.split('\n').filter((line) => line !== '' && !/is not executable/.test(line));
  assert.deepEqual(
    said.filter((line) => line.includes('precandidate-proxy')),
    [],
    `${status}`,
  );
});

test('dashboard and alerts ask for metrics that the proxy has, and labels that it sets', async (t) => {
  const dashboard = JSON.parse(await read('grafana/dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const alerts = parse(await read('prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  const asked = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ].join('\n');
  const names = new Set(asked.match(/\b(?:precandidate|nodejs|process)_\w+/g));
  const { url } = await startPair(t);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const has = (name: string) =>
    new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm').test(metrics);
  assert.ok(names.size > 15);
  assert.deepEqual(
    [...names].filter((name) => !has(name)),
    [],
  );
  const kept = metrics.matchAll(/^# TYPE (precandidate_\w+)/gm);
  const shown = (name: string) => asked.includes(name);
  assert.deepEqual(
    [...kept].map(([, name = '']) => name).filter((name) => !shown(name)),
    [],
  );
  for (const { alert, annotations } of rules) assert.ok(annotations.summary.length > 20, alert);
});
