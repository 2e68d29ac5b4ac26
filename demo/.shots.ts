import { startSandbox } from 'precandidate-sandbox';
import { createRequire } from 'node:module';
import { startPortal } from './src/start-portal.ts';
import { Webhook } from 'standardwebhooks';
const { chromium } = createRequire('/work/main/tests/package.json')('playwright');
const { fake } = await import('/tmp/fakeproxy.mjs' as string);
const sandbox = await startSandbox({ report_delay_ms: 1500 });
const proxy = await fake(sandbox.apiUrl);
const secret = 'whsec_' + Buffer.alloc(32, 1).toString('base64');
const portal = await startPortal({ host: '127.0.0.1', port: 0, proxyUrl: proxy.url, proxyPublicUrl: proxy.url, backendKey: 'k', relaySecret: secret, sandboxUrl: sandbox.url });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
async function relay(type: string, data: unknown) {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
  const id = 'msg_' + Math.random();
  const now = new Date();
  await fetch(portal.url + '/relayed-events', { method: 'POST', body, headers: { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)), 'webhook-signature': new Webhook(secret).sign(id, now, body) } });
}
const people = [];
const page = await browser.newPage();
page.on('console', (m: any) => console.log('console', m.text()));
page.on('pageerror', (m: any) => console.log('pageerror', m));
async function shot(name: string, path: string) {
  for (const [w, h] of [[390, 844], [1280, 900]] as const) for (const scheme of name.includes('dark') ? ['dark'] as const : ['light'] as const) {
    await page.setViewportSize({ width: w, height: h }); await page.emulateMedia({ colorScheme: scheme });
    await page.goto(portal.url + path); await page.waitForLoadState('load'); await page.waitForTimeout(200);
    await page.screenshot({ path: `/tmp/shots/${name}-${w}.png`, fullPage: w === 390 ? true : false });
  }
}
await shot('empty', '/');
for (const [name, pipeline, phone] of [['Ana Quispe Mamani', 'peru_basic', '+51999888777'], ['João da Silva', 'brazil_full', ''], ['María Fernanda Rojas', 'chile_basic', ''], ['Carlos Pérez', 'mexico_basic', '']]) {
  await page.goto(portal.url + '/');
  await page.locator('details', { hasText: 'New candidate' }).first().evaluate((d: any) => { d.open = true; });
  await page.fill('#name', name!); await page.selectOption('#candidate-pipeline', pipeline!); await page.fill('#email', 'a@example.com'); await page.fill('#phone', phone!);
  await page.click('text=Create candidate'); await page.waitForURL('**/people/*'); people.push(new URL(page.url()).pathname);
}
await page.goto(portal.url + people[0]); await page.click('text=Phone call'); await page.waitForLoadState('load');
const form = await (await fetch(portal.url + people[0])).text();
await page.goto(portal.url + people[1]); await page.click('text=Phone call');
await page.waitForSelector('[data-report]');
const rec = await (await fetch(sandbox.url + '/_control/requests')).json() as any;
await shot('home', '/'); await shot('home-dark', '/');
await page.goto(portal.url + people[0]); await page.waitForSelector('#standing [data-status=PASSED], #standing [data-status=FAILED]', {timeout: 8000}).catch(() => console.log('no end'));
const pid = JSON.stringify(rec).match(/precandidate\/([0-9a-f-]{36})/)?.[1];
await relay('precandidate.submitted', { person_id: pid, precandidate_id: 'x', precandidate_status: 'SUBMITTED', updated_at: 'x' });
await fetch(portal.url + '/relayed-events', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'webhook-id': 'a' } });
await shot('home2', '/');
await shot('person', people[0]!); await shot('person-dark', people[0]!); await shot('person-new', people[2]!);
const cand = people[0]!.replace('people', 'candidates');
await shot('candidate', cand); await shot('candidate-dark', cand + '?lang=en'); await shot('missing', '/nope');
console.log(portal.policyReports);
await browser.close(); await portal.close(); await sandbox.close(); proxy.close();
