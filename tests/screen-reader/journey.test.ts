import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDemo, type Demo } from 'precandidate-demo';
import { newCandidate } from 'precandidate-testing/demo.ts';
import { addFault, clearFaults } from 'precandidate-testing/sandbox-control.ts';
import { BUSY_MACHINE } from 'precandidate-testing/service.ts';
import { until } from 'precandidate-testing/until.ts';
import { openPortal } from '../engines/open-portal.ts';
import { Listener } from './listener.ts';

/** Where the transcripts stay for a reader. */
const TRANSCRIPTS = '.build/screen-reader';
const FORM_POST = { method: 'POST', path: '/forms/' };
const STATUS_READ = { method: 'GET', path: '/v3/precandidate/' };

/**
 * Orca reads a page that has loaded, and stops at a key: a stop of the Tab key is heard only after the last item.
 * In the portal, that is the details of `precandidate-ready`.
 */
const LAST_OF_PORTAL = /^fields \d/;

/** How Orca announces the stops of the Tab key. */
const DOCUMENT = 'Número de documento entrada';
const CITY = 'Ciudad cuadro combinado';
const SEND = 'Enviar botón de pulsación';

const STEPS = [
  { title: 'Dónde vives', fields: ['city_locode'] },
  { title: 'Tu documento', fields: ['document_id'] },
];
const NEXT = 'Continuar botón de pulsación';

const portal = openPortal();
let demo: Demo;
before(async () => {
  demo = await startDemo(undefined, { LOG_LEVEL: 'silent' }, BUSY_MACHINE);
});
after(() => demo.close());

async function listenTo(
  name: string,
  pipeline: string,
  work: (listener: Listener, id: string) => Promise<void>,
): Promise<void> {
  const listener = await Listener.start();
  try {
    const id = await newCandidate(demo, pipeline);
    listener.open(`${demo.portal.url}/candidates/${id}?lang=es`);
    await listener.hear(/^Fin de la carga de Completa tus datos/);
    await listener.hear(LAST_OF_PORTAL);
    await listener.silence();
    assert.doesNotMatch(listener.heardSince(0), /barra de estado/, 'an empty live region');
    await work(listener, id);
  } finally {
    await clearFaults(demo.sandbox.url);
    await listener.close(`${TRANSCRIPTS}/${name}.txt`);
  }
}

/** Both fields of the short form, as far as its button. */
async function fillIn(listener: Listener): Promise<void> {
  await listener.tabTo(DOCUMENT);
  await listener.type('41234561');
  await listener.tabTo(CITY);
  await listener.type('PE LIM');
  await listener.tabTo(SEND);
}

test('a candidate hears labels, hints, errors, the summary, and each step to the confirmation', async () => {
  await listenTo('journey', 'peru_basic', async (listener) => {
    const field = await listener.tabTo(DOCUMENT);
    assert.match(field, /DNI, carné de extranjería o PTP\/CPP/, 'the hint');
    assert.match(field, /obligatori|requerid/i, 'that it is required');

    await listener.tabTo(SEND);
    const pressed = Date.now();
    await listener.press('space');
    await listener.hear(/Faltan 2 datos|Hay 2 datos por corregir/, pressed);
    await listener.silence();
    assert.equal(listener.countSince(pressed, /Faltan 2 datos|Hay 2 datos por corregir/), 1);

    await listener.tabTo('Escribe tu número de documento enlace');
    const followed = Date.now();
    await listener.press('Return');
    await listener.hear(/^Número de documento entrada/, followed);
    await listener.hear(/Escribe tu número de documento/, followed);
    assert.match(listener.heardSince(followed), /inválid|no válid/i, 'that it is invalid');

    const corrected = await listener.type('41234561');
    assert.doesNotMatch(
      corrected,
      /DNI, carné de extranjería o PTP\/CPP/,
      'the hint again, while typing',
    );
    await listener.tabTo(CITY);
    const suggestions = await listener.type('Lima');
    assert.doesNotMatch(suggestions, /No hay sugerencias/);
    await listener.tabTo(SEND);
    await addFault(demo.sandbox.url, {
      kind: 'delay',
      delay_ms: 3_000,
      match: FORM_POST,
      times: 1,
    });
    const sent = Date.now();
    await listener.press('space');
    await listener.hear(/Tus datos quedaron confirmados/, sent);
    await listener.silence();
    assert.equal(listener.countSince(sent, /Revisando tus datos/), 1, listener.transcript());
    assert.equal(listener.countSince(sent, /confirmados/), 1, listener.transcript());
    assert.ok(listener.countSince(sent, /¡Listo!/) <= 1, listener.transcript());
  });
});

test('a candidate hears the label of a date once, and then each part by its own label', async () => {
  await listenTo('date', 'peru_full', async (listener) => {
    const day = await listener.tabTo('Día entrada');
    assert.equal(day.match(/Fecha de nacimiento/g)?.length, 1, day);
    const month = await listener.tabTo('Mes entrada');
    assert.doesNotMatch(month, /Fecha de nacimiento/);
  });
});

test('a candidate hears that the data was received, and later that it is confirmed', async () => {
  await listenTo('states', 'peru_basic', async (listener) => {
    await fillIn(listener);
    const delay = { kind: 'delay', delay_ms: 86_400_000, match: STATUS_READ, times: 0 } as const;
    await addFault(demo.sandbox.url, delay);
    const sent = Date.now();
    await listener.press('space');
    await listener.hear(/tus datos ya quedaron guardados/, sent);
    await listener.silence();
    assert.equal(listener.countSince(sent, /ya quedaron guardados/), 1, listener.transcript());
    // Orca reads the focused heading, unless it lags behind until the form has disappeared: it then finds
    // the heading by itself, in silence.
    assert.ok(listener.countSince(sent, /Recibimos tus datos/) <= 1, listener.transcript());
    const confirmed = Date.now();
    await clearFaults(demo.sandbox.url);
    await listener.hear(/Tus datos quedaron confirmados/, confirmed);
    await listener.silence();
    assert.equal(listener.countSince(confirmed, /¡Listo!/), 1, listener.transcript());
    assert.equal(listener.countSince(confirmed, /confirmados/), 1, listener.transcript());
  });
});

test('a candidate whose screen reader lags behind hears the last state, and nothing twice', async () => {
  await listenTo('lag', 'peru_basic', async (listener, id) => {
    await fillIn(listener);
    await addFault(demo.sandbox.url, {
      kind: 'delay',
      delay_ms: 3_000,
      match: FORM_POST,
      times: 1,
    });
    const sent = Date.now();
    await listener.press('space');
    await listener.hear(/Revisando tus datos/, sent);
    await listener.lag(() => until(() => isConfirmed(id)));
    await listener.hear(/Tus datos quedaron confirmados/, sent);
    await listener.silence();
    for (const text of [/Revisando tus datos/, /¡Listo!/, /confirmados/])
      assert.equal(listener.countSince(sent, text), 1, `${text}\n${listener.transcript()}`);
    assert.ok(listener.countSince(sent, /Recibimos tus datos/) <= 1, listener.transcript());
    assert.ok(listener.countSince(sent, /ya quedaron guardados/) <= 1, listener.transcript());
  });
});

/** The page hears of it at the same time as HR. */
async function isConfirmed(id: string): Promise<boolean> {
  const hr = await fetch(`${demo.portal.url}/people/${id}`);
  return (await hr.text()).includes('data-by="form"');
}

test('a candidate hears each step once, with its number and title, and the answers to check', async () => {
  const listener = await Listener.start();
  try {
    const ui_schema = { 'ui:options': { steps: STEPS } };
    const form = await portal.newForm({ ui_schema, isPrerendered: true });
    listener.open(form.url);
    await listener.hear(/^Fin de la carga de Portal/);
    await listener.hear(/^Continuar/);
    await listener.silence();
    await listener.tabTo(CITY);
    await listener.type('PE LIM');
    await listener.tabTo(NEXT);
    const second = Date.now();
    await listener.press('space');
    await listener.hear(/^Tu documento/, second);
    await listener.silence();
    assert.equal(listener.countSince(second, /Paso 2 de 3/), 1, listener.transcript());
    assert.match(await listener.press('Tab'), new RegExp(DOCUMENT), 'the label of the first field');
    await listener.type('41234561');
    await listener.tabTo(NEXT);
    const check = Date.now();
    await listener.press('space');
    await listener.hear(/^Revisa tus respuestas/, check);
    await listener.tabTo('Cambiar: Número de documento botón');
    await listener.tabTo(SEND);
    const sent = Date.now();
    await listener.press('space');
    await listener.hear(/Tus datos quedaron confirmados/, sent);
  } finally {
    await listener.close(`${TRANSCRIPTS}/steps.txt`);
  }
});
