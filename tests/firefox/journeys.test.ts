import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCandidate } from '../stage/demo.ts';
import { clearFaults, serviceRecord, addFault } from '../stage/sandbox-control.ts';
import { FirefoxCandidate } from './firefox-candidate.ts';
import { openFirefox } from './open-firefox.ts';

const stage = openFirefox();
const DATA = { document_id: '41234561', city_locode: 'PE LIM' };

async function formIdOf({ page }: FirefoxCandidate): Promise<string> {
  return page.evaluate(() => {
    const session = document.querySelector('precandidate-form')?.getAttribute('session') ?? '';
    const [, claims = ''] = session.split('.');
    const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as { form_id: string }).form_id;
  });
}

async function assertSentOnce(candidate: FirefoxCandidate): Promise<void> {
  const kept = await serviceRecord(stage.sandbox.url, await formIdOf(candidate));
  assert.deepEqual([kept.data, kept.form_posts], [DATA, 1]);
}

test('under the strictest policy: an error, its link, the field, the confirmation, no violation', async () => {
  const candidate = await FirefoxCandidate.open(stage, `/strict/${await newCandidate(stage)}`);
  await candidate.isInState('ready');
  await candidate.type('Ciudad', 'PE LIM');
  await candidate.press('button', 'Enviar');
  await candidate.heading('Hay un dato por corregir');
  await candidate.press('link', 'Ingresa tu número de documento');
  assert.match(await candidate.focused(), /^Número de documento/);
  await candidate.page.keyboard.type('41234561');
  await candidate.key('Enter');
  await candidate.heading('¡Listo!');
  await candidate.isInState('submitted');
  await assertSentOnce(candidate);
  // The browser's own request; the page names no icon.
  const reports = stage.portal.policyReports.filter(({ blocked }) => !blocked.endsWith('.ico'));
  assert.deepEqual(reports, []);
  await candidate.close();
});

test('with the keyboard alone, and the card that takes the form’s place takes its focus', async () => {
  const path = `/candidates/${await newCandidate(stage)}?lang=en`;
  const candidate = await FirefoxCandidate.open(stage, path);
  await candidate.isInState('ready');
  const tabTo = async (words: string) => {
    for (let steps = 0; steps < 30; steps += 1) {
      if ((await candidate.focused()).startsWith(words)) return;
      await candidate.key('Tab');
    }
    throw new Error(`Tab did not come to ${words}`);
  };
  await tabTo('Document number');
  await candidate.page.keyboard.type('41234561');
  await tabTo('City');
  await candidate.page.keyboard.type('PE LIM');
  await tabTo('Send');
  await candidate.key('Enter');
  await candidate.heading('All done');
  assert.equal(await candidate.focused(), 'All done');
  await assertSentOnce(candidate);
  await candidate.close();
});

test('the service is down at submit: the answers stay, and go out once it is back', async () => {
  const candidate = await FirefoxCandidate.open(stage, `/candidates/${await newCandidate(stage)}`);
  await candidate.isInState('ready');
  await candidate.type('Número de documento', DATA.document_id);
  await candidate.type('Ciudad', DATA.city_locode);
  const match = { method: 'POST', path: '/forms/' };
  await addFault(stage.sandbox.url, { kind: 'status', status: 503, match, times: 0 });
  await candidate.press('button', 'Enviar');
  await candidate.isInState('problem');
  assert.equal(await candidate.valueOf('Número de documento'), DATA.document_id);
  await clearFaults(stage.sandbox.url);
  await candidate.press('button', 'Intentar de nuevo');
  await candidate.heading('¡Listo!');
  await assertSentOnce(candidate);
  await candidate.close();
});

test('the data is collected elsewhere while the page is open: the stream tells it', async () => {
  const id = await newCandidate(stage);
  const candidate = await FirefoxCandidate.open(stage, `/candidates/${id}`);
  await candidate.isInState('ready');
  await fetch(`${stage.portal.url}/people/${id}/phone-call`, { method: 'POST' });
  await candidate.heading('Ya tenemos tus datos');
  await candidate.isInState('elsewhere');
  await candidate.close();
});

test('another language keeps what was typed', async () => {
  const candidate = await FirefoxCandidate.open(stage, `/candidates/${await newCandidate(stage)}`);
  await candidate.isInState('ready');
  await candidate.type('Número de documento', DATA.document_id);
  await candidate.press('link', 'Português');
  await candidate.heading('Complete seus dados');
  assert.equal(await candidate.valueOf('Número do documento'), DATA.document_id);
  await candidate.close();
});

test('reload: what was typed is in the fields again', async () => {
  const candidate = await FirefoxCandidate.open(stage, `/candidates/${await newCandidate(stage)}`);
  await candidate.isInState('ready');
  await candidate.type('Número de documento', DATA.document_id);
  await candidate.type('Ciudad', DATA.city_locode);
  await candidate.page.reload();
  await candidate.isInState('ready');
  assert.equal(await candidate.valueOf('Número de documento'), DATA.document_id);
  await candidate.press('button', 'Enviar');
  await candidate.heading('¡Listo!');
  await assertSentOnce(candidate);
  await candidate.close();
});

test('in Portuguese: a CPF, a date in its parts, a city by its name', async () => {
  const path = `/candidates/${await newCandidate(stage, 'brazil_full')}?lang=pt`;
  const candidate = await FirefoxCandidate.open(stage, path);
  await candidate.isInState('ready');
  await candidate.type('CPF', '529.982.247-25');
  await candidate.type('Dia', '31');
  await candidate.type('Mês', '12');
  await candidate.type('Ano', '1990');
  await candidate.type('Nome completo', 'João da Silva');
  await candidate.type('Nome completo da mãe', 'Maria da Silva');
  await candidate.type('Cidade', 'curi');
  await candidate.press('option', 'Curitiba');
  await candidate.press('button', 'Enviar');
  await candidate.heading('Pronto!');
  const kept = await serviceRecord(stage.sandbox.url, await formIdOf(candidate));
  assert.deepEqual(kept.data, {
    document_id: '52998224725',
    dob: '1990-12-31',
    full_name: 'João da Silva',
    mothers_full_name: 'Maria da Silva',
    city_locode: 'BR CWB',
  });
  await candidate.close();
});
