import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { SETTINGS } from 'precandidate-proxy';
import { readSettings } from '../src/config/settings.ts';
import { parse, parseAllDocuments } from 'yaml';
import { startPair } from 'precandidate-testing/pair.ts';
import { newFolder } from 'precandidate-testing/resources.ts';

const DEPLOY = new URL('../../../deploy/', import.meta.url);
const read = (name: string) => readFile(new URL(name, DEPLOY), 'utf8');
const FILES = [
  'Containerfile',
  'compose.yaml',
  'kubernetes/proxy.yaml',
  'systemd/precandidate-proxy.service',
  'systemd/precandidate-proxy@.service',
  'systemd/precandidate-proxy.service.d/events.conf',
  'systemd/precandidate-proxy.service.d/postgres.conf',
];
const REQUIRED = Object.entries(SETTINGS)
  .filter(([, { fallback }]) => fallback === null)
  .map(([name]) => name);

/** Whether every required setting is among these names, or its file. */
function assertComplete(given: string[]): void {
  const isGiven = (name: string) => given.includes(name) || given.includes(`${name}_FILE`);
  assert.deepEqual(
    REQUIRED.filter((name) => !isGiven(name)),
    [],
  );
}

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
    tls: { hosts: string[]; secretName: string }[];
    rules: { host: string }[];
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
  test(`${file} names settings that exist, and contains no secret`, async () => {
    const text = await read(file);
    const given = text.matchAll(
      /(?:^|[\s{-]|Environment=)(?:name: )?([A-Z][A-Z_]{3,})(?:[=:,]|$)/gm,
    );
    const others =
      /^(SITE|PROXY|NAME|POSTGRES_\w+|AF_\w+|NODE_OPTIONS|SHELL|CMD|FROM|WORKDIR|COPY|USER|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT)$/;
    const names = [...given].map(([, name = '']) => name).filter((name) => !others.test(name));
    assert.ok(names.length > 0);
    for (const name of names) {
      assert.ok(isSetting(name), `${name} is not a setting`);
      const secret = (SETTINGS as Record<string, { secret: boolean }>)[name]?.secret;
      assert.ok(!secret, `${name} is in the file`);
    }
  });

test('compose.yaml: each service has the secrets that it names and every required setting', async () => {
  const compose = parse(await read('compose.yaml')) as {
    services: Record<
      string,
      { image?: string; environment: object; secrets?: string[]; depends_on?: object }
    >;
    secrets: object;
  };
  const kept = Object.keys(compose.secrets);
  for (const { image, secrets = [], depends_on = {} } of Object.values(compose.services)) {
    assert.match(image ?? 'built:1.2', /:\d+\.\d+/);
    assert.deepEqual(
      secrets.filter((name) => !kept.includes(name)),
      [],
    );
    for (const name of Object.keys(depends_on)) assert.ok(compose.services[name]);
  }
  assertComplete(Object.keys(compose.services['proxy']?.environment ?? {}));
});

test('kubernetes: names, selectors, ports, probes, and TLS fit together', async () => {
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

  const { tls, rules } = byKind.get('Ingress')?.[0]?.spec ?? assert.fail();
  assert.deepEqual(
    tls.flatMap(({ hosts }) => hosts),
    rules.map(({ host }) => host),
  );

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
  assertComplete(container.env.map(({ name }) => name));
});

test('Containerfile: known instructions, pinned images, no root, and a health check', async () => {
  const lines = (await read('Containerfile')).split('\n').filter((line) => !/^(#.*)?$/.test(line));
  const known = /^(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD) \S/;
  for (const line of lines) assert.match(line, known);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  for (const line of lines.filter((each) => each.startsWith('FROM ')))
    assert.match(line, /:\d+\.\d+\.\d+-/);
  assert.ok(last.includes('USER node'));
  assert.ok(last.some((line) => line.startsWith('HEALTHCHECK') && line.includes('/healthz')));
  for (const line of lines.filter((one) => /^(HEALTHCHECK CMD|ENTRYPOINT|CMD) /.test(one)))
    assert.ok(Array.isArray(JSON.parse(line.replace(/^(HEALTHCHECK )?\w+ /, ''))), line);
});

test('systemd accepts the units with their drop-ins, and each has the credentials that it names', async (t) => {
  for (const file of FILES.filter((each) => each.startsWith('systemd/'))) {
    const text = await read(file);
    const named = [...text.matchAll(/^Environment=\w+_FILE=%d\/(\w+)$/gm)].map(([, name]) => name);
    const loaded = [...text.matchAll(/^LoadCredential=(\w+):\/etc\/precandidate-proxy\/(\w+)$/gm)];
    assert.deepEqual(
      loaded.map(([, name]) => name),
      named,
    );
    for (const [, name, path] of loaded) assert.equal(path, name);
  }
  const units = ['precandidate-proxy.service', 'precandidate-proxy@4200.service'];
  const folder = await newFolder(t);
  await cp(new URL('systemd/', DEPLOY), folder, { recursive: true });
  await symlink('precandidate-proxy@.service', join(folder, units[1] ?? ''));
  const { error, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...units.map((unit) => join(folder, unit))],
    { encoding: 'utf8' },
  );
  if (error) return t.skip('systemd is not installed');
  // The program is installed on the operator's machine, not here.
  const lines = stderr.split('\n').filter((line) => !line.includes('is not executable'));
  assert.deepEqual(
    lines.filter((line) => line.includes('precandidate-proxy')),
    [],
  );
});

test('make-secrets.sh writes every secret that compose and the unit name, and keeps existing ones', async (t) => {
  const folder = await newFolder(t);
  const script = fileURLToPath(new URL('make-secrets.sh', DEPLOY));
  const first = spawnSync('sh', [script, folder], { encoding: 'utf8' });
  assert.equal(first.status, 1);
  assert.match(first.stderr, /API key to .*upstream_api_key/);
  const { secrets } = parse(await read('compose.yaml')) as { secrets: object };
  const generated = Object.keys(secrets).filter((name) => name !== 'upstream_api_key');
  assert.deepEqual((await readdir(folder)).toSorted(), generated.toSorted());

  const contents = () => Promise.all(generated.map((name) => readFile(join(folder, name), 'utf8')));
  const before = await contents();
  await writeFile(join(folder, 'upstream_api_key'), 'a-key-of-the-service');
  assert.equal(spawnSync('sh', [script, folder]).status, 0);
  assert.deepEqual(await contents(), before);
  assert.equal(new Set(before).size, before.length);

  const given = Object.fromEntries(
    Object.keys(secrets)
      .filter((name) => name !== 'postgres_password')
      .map((name) => [`${name.toUpperCase()}_FILE`, join(folder, name)]),
  );
  const others = { UPSTREAM_URL: 'https://api.example/v3', ALLOWED_ORIGINS: 'https://hr.example' };
  const settings = readSettings({ ...given, ...others });
  assert.match(
    settings.DATABASE_URL ?? '',
    new RegExp(before[generated.indexOf('postgres_password')] ?? '-'),
  );
});

test('git and the image build ignore the secrets', async () => {
  for (const file of ['.gitignore', '.dockerignore']) {
    const lines = (await read(`../${file}`)).split('\n');
    assert.ok(
      lines.some((line) => /^deploy\/secrets\/?$/.test(line)),
      file,
    );
  }
});

test('dashboard and alerts use metrics that the proxy has, and every metric is in one of them', async (t) => {
  const dashboard = JSON.parse(await read('grafana/dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const alerts = parse(await read('prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  const queries = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...rules.map(({ expr }) => expr),
  ].join('\n');
  const names = new Set(queries.match(/\b(?:precandidate|nodejs|process)_\w+/g));
  const metrics = await (await startPair(t)).metrics();
  const has = (name: string) =>
    new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm').test(metrics);
  assert.ok(names.size > 15);
  assert.deepEqual(
    [...names].filter((name) => !has(name)),
    [],
  );
  const kept = metrics.matchAll(/^# TYPE (precandidate_\w+)/gm);
  const shown = (name: string) => queries.includes(name);
  assert.deepEqual(
    [...kept].map(([, name = '']) => name).filter((name) => !shown(name)),
    [],
  );
  for (const { alert, annotations } of rules) assert.ok(annotations.summary.length > 20, alert);

  const { scrape_configs, rule_files } = parse(await read('prometheus/prometheus.yaml')) as {
    scrape_configs: { job_name: string }[];
    rule_files: string[];
  };
  assert.deepEqual(rule_files, ['alerts.yaml']);
  const jobs = [...queries.matchAll(/\bjob="([^"]+)"/g)].map(([, job]) => job);
  assert.deepEqual(
    jobs,
    scrape_configs.map(({ job_name }) => job_name),
  );
});

const DOWN = 'precandidate_upstream_down';
const REFUSED = 'precandidate_problems_total{problem="service-unavailable"}';
/** A value per minute, in the notation of promtool, and whether somebody is called ten minutes later. */
const OUTAGES = [
  { name: 'no candidate is there', series: { [DOWN]: '0 1x20', [REFUSED]: '0x20' }, isPaged: true },
  { name: 'one page retries', series: { [DOWN]: '0x20', [REFUSED]: '0 4 7 8x20' }, isPaged: true },
  { name: 'one request failed', series: { [DOWN]: '0x20', [REFUSED]: '0 1x20' }, isPaged: false },
];

test('promtool accepts the configuration, and ProxyServiceDown fires without much traffic', async (t) => {
  const prometheus = fileURLToPath(new URL('prometheus/', DEPLOY));
  const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
  const checked = promtool('check', 'config', join(prometheus, 'prometheus.yaml'));
  if (checked.error) return t.skip('promtool is not installed');
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  const file = join(await newFolder(t), 'outages.json');
  const tests = OUTAGES.map(({ name, series, isPaged }) => ({
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([metric, values]) => ({ series: metric, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="ProxyServiceDown", alertstate="firing"}) or vector(0)`,
        eval_time: '8m',
        exp_samples: [{ labels: '{}', value: Number(isPaged) }],
      },
    ],
  }));
  await writeFile(file, JSON.stringify({ rule_files: [join(prometheus, 'alerts.yaml')], tests }));
  const tested = promtool('test', 'rules', file);
  assert.equal(tested.status, 0, tested.stdout + tested.stderr);
});
