import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { askProxy } from '../stage/ask-proxy.ts';
import { isWide, openPlainHost, sendPlainly } from '../stage/open-plain-host.ts';
import { clearFaults, orderFault } from '../stage/order-fault.ts';
import { completeCall, keptByService } from '../stage/service-side.ts';

const LANGUAGES = [
  {
    locale: 'es-PE',
    document: 'Número de documento',
    city: 'Ciudad',
    refused: 'El servicio no aceptó los datos',
    down: 'El servicio no responde',
    sending: /Enviando tus datos/,
    lookAgain: 'Ver si ya está confirmado',
    done: /¡Listo!|Ya tenemos tus datos/,
    invalid: 'El enlace no es válido',
    typed: 'Lo que habías escrito',
    handOff: 'Falta un paso',
    openForm: 'Abrir el formulario',
  },
  {
    locale: 'pt-BR',
    document: 'Número do documento',
    city: 'Cidade',
    refused: 'O serviço não aceitou os dados',
    down: 'O serviço não responde',
    sending: /Enviando seus dados/,
    lookAgain: 'Ver se já foi confirmado',
    done: /Pronto!|Já temos seus dados/,
    invalid: 'O link não é válido',
    typed: 'O que você tinha escrito',
    handOff: 'Falta um passo',
    openForm: 'Abrir o formulário',
  },
  {
    locale: 'en',
    document: 'Document number',
    city: 'City',
    refused: 'The service did not accept the details',
    down: 'The service is not responding',
    sending: /Sending your details/,
    lookAgain: 'See whether it is confirmed',
    done: /All done|We already have your details/,
    invalid: 'The link is not valid',
    typed: 'What you had typed',
    handOff: 'One more step',
    openForm: 'Open the form',
  },
];

const collecting = await openPlainHost({
  POLL_MIN_SECONDS: '1',
  POLL_MAX_SECONDS: '1',
  RATE_LIMIT: '10000',
});
const handingOff = await openPlainHost({ SUBMISSION_CHANNEL: 'handoff' });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

for (const words of LANGUAGES) {
  const { locale } = words;
  const view = { locale, width: 320 };

  async function assertWell(page: Page, state: string): Promise<void> {
    assert.equal(await isWide(page), false, `${state} is wider than 320 px`);
    await collecting.assertAccessibleAsIs(page, `${locale}: ${state}`);
  }

  test(`${locale}: what goes wrong is told, keeps what was typed, and is over in the end`, async () => {
    const { sandbox } = collecting.service;
    const { page, form_id, reopen } = await collecting.open('peru_basic', view);
    const document = page.getByLabel(words.document);
    await document.fill('12345678');
    await page.getByLabel(words.city).fill('Lima');
    const match = { path: `/forms/${form_id}` };
    for (const [status, told] of [
      [503, words.down],
      [422, words.refused],
    ] as const) {
      await orderFault(sandbox.url, { kind: 'status', status, match, times: 1 });
      await sendPlainly(page);
      await page.getByText(told, { exact: true }).waitFor();
      assert.equal(await document.inputValue(), '12345678', told);
      await assertWell(page, told);
    }
    // What was refused is not sent again as it is.
    await page.getByLabel(words.city).fill('Arequipa');
    await orderFault(sandbox.url, { kind: 'reset', match, times: 0 });
    await sendPlainly(page);
    await heading(page, words.sending).waitFor();
    await assertWell(page, 'sending');
    await completeCall(sandbox.url, form_id);
    for (let looks = 0; looks < 200 && (await heading(page, words.done).count()) === 0; looks += 1)
      await page.getByRole('link', { name: words.lookAgain }).click();
    await heading(page, words.done).waitFor();
    await assertWell(page, 'submitted');
    await clearFaults(sandbox.url);

    await reopen();
    await heading(page, words.done).waitFor();
    await assertWell(page, 'the host’s page afterwards');
    assert.equal(await page.getByRole('textbox').count(), 0);
    const { form_posts } = await keptByService(sandbox.url, form_id);
    assert.equal(form_posts, 0);
  });

  test(`${locale}: a link that opens nothing any more leaves what was typed to be copied`, async () => {
    const { page, record, form_id } = await collecting.open('peru_basic', view);
    await page.getByLabel(words.document).fill('12345678');
    const body = { person_id: record.person_id, form_id };
    await askProxy(collecting.service.proxy.url, '/sessions/revoke', { body });
    await sendPlainly(page);
    await heading(page, words.invalid).waitFor();
    await page.getByText(words.typed).click();
    const term = page.locator('dt', { hasText: words.document });
    await term.waitFor();
    assert.equal(await page.locator('dd').textContent(), '12345678');
    await assertWell(page, 'revoked');
  });

  test(`${locale}: handed off, there is nothing to type, and the way to the service’s form`, async () => {
    const { page, record } = await handingOff.open('peru_basic', view);
    await heading(page, words.handOff).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
    assert.equal(await isWide(page), false);
    await handingOff.assertAccessibleAsIs(page, `${locale}: handed off`);
    await page.getByRole('link', { name: words.openForm }).click();
    assert.equal(page.url(), record.form_url);
  });
}
