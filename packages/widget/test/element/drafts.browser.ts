import { open as unseal, VERSION } from '../../src/drafts/draft-storage.ts';
import form_schema from '../tables/draft-form.json' with { type: 'json' };
import { accessible } from './stage/accessible.ts';
import { deepEqual, equal, match, ok } from './stage/assert.ts';
import {
  clearFaults,
  serviceFails,
  setValue,
  stageCandidate,
  type StagedElement,
  until,
} from './stage/candidate.ts';
import { FORM, formOf, text } from './stage/forms.ts';
import { openPrerendered, placeMarkup } from './stage/prerendered.ts';
import { leavePage, onRequest, place } from './stage/show.ts';
import type { CandidateRequest, StagedCandidate } from './stage/start-stage.ts';

const DATE = { type: 'string', format: 'date' };
const RESTORED = /Recuperamos lo que habías escrito/;

/** As a page does that is loaded, or loaded again. */
async function open(candidate: StagedCandidate, draft?: string): Promise<StagedElement> {
  const staged = place(candidate, draft === undefined ? {} : { draft });
  await staged.reaches('ready');
  return staged;
}

const candidate = (request: CandidateRequest = { form_schema }) => stageCandidate(request);

const nameOf = ({ record }: StagedCandidate) =>
  `precandidate-draft:${record.person_id}/${record.precandidate_id}`;
const kept = (who: StagedCandidate) => sessionStorage.getItem(nameOf(who));

/** What is kept, as somebody reads it who holds a session for the form. */
async function read(who: StagedCandidate): Promise<string> {
  const response = await fetch(`${who.proxyUrl}/bootstrap`, {
    method: 'POST',
    body: JSON.stringify({ session: who.token, fields: false }),
  });
  const { draft_keys } = (await response.json()) as { draft_keys: string[] };
  const [savedAt = '', sealed = ''] = kept(who)?.split('.') ?? [];
  return (await unseal(sealed, draft_keys, `${nameOf(who)} ${VERSION} ${savedAt}`)) ?? '';
}

/** Resolves once what is kept holds this. */
async function keeps(who: StagedCandidate, pattern: RegExp): Promise<void> {
  for (;;) {
    const before = kept(who);
    if (before !== null && pattern.test(await read(who))) return;
    await until(() => kept(who) !== before);
  }
}

test('restores the input with the first render, and announces it once', async () => {
  const ana = await candidate();
  const first = await open(ana);
  ok(!RESTORED.test(first.text));
  first.fill('Nombre completo', 'Ana Quispe');
  first.fill('Sueldo', '12,5');
  first.fill('Calle', 'Los Olivos 12');
  first.fill('Empresa', 'Acme');
  first.field('n').click();
  await keeps(ana, /(?=.*Quispe)(?=.*12.5)(?=.*Olivos)(?=.*Acme)(?=.*"n")/);
  first.fill('Nombre completo', 'Ana Quispe Soto');
  await keeps(ana, /Ana Quispe Soto/);
  ok(!/Quispe|Olivos|Acme|full_name/.test(JSON.stringify(sessionStorage)));
  ok(!/Quispe|Acme/.test(atob(kept(ana)?.split('.')[1] ?? '')));
  first.element.remove();

  const again = await open(ana);
  equal(again.field('Nombre completo').value, 'Ana Quispe Soto');
  match(again.field('Sueldo').value, /^12[.,]5$/);
  equal(again.field('Calle').value, 'Los Olivos 12');
  equal(again.field('Empresa').value, 'Acme');
  equal(again.field('n').checked, true);
  deepEqual(again.detailsOf('precandidate-ready').at(-1)?.missing, 0);
  await again.says(RESTORED);
  await until(() => RESTORED.test(again.liveRegion.textContent));
  equal(again.focused, null);
  await accessible(again.element, 'restored');
});

test('starting over removes the restored input and the draft', async () => {
  const ana = await candidate();
  const first = await open(ana);
  first.fill('Nombre completo', 'Ana Quispe');
  await keeps(ana, /Ana/);
  first.element.remove();
  const again = await open(ana);
  await again.says(RESTORED);
  again.press('Empezar de nuevo');
  await until(() => !RESTORED.test(again.text));
  equal(again.field('Nombre completo').value, '');
  equal(again.focused, again.field('Nombre completo'));
  equal(kept(ana), null);
  again.element.remove();
  const third = await open(ana);
  equal(third.field('Nombre completo').value, '');
  ok(!RESTORED.test(third.text));
});

test('a rejected form with restored answers does not ask to fill it in again', async () => {
  const ana = await candidate();
  const first = await open(ana);
  first.fill('Nombre completo', 'Ana Quispe');
  await keeps(ana, /Ana/);
  await serviceFails('/forms/', 422, 1);
  first.press('Enviar');
  await first.reaches('refused');
  await clearFaults();
  first.element.remove();
  const again = place(ana);
  await again.reaches('refused');
  await again.says(RESTORED);
  await again.says(/No pudimos aceptar tus datos/);
  ok(!/Completa el formulario/.test(again.text));
});

test('a prefilled field that the candidate emptied stays empty', async () => {
  const ana = await candidate({ form_schema, prefill: { full_name: 'Ana', pay: 10 } });
  const first = await open(ana);
  first.fill('Sueldo', '');
  await keeps(ana, /\\u0000/);
  first.element.remove();
  const again = await open(ana);
  equal(again.field('Sueldo').value, '');
  equal(again.field('Nombre completo').value, 'Ana');
});

const SKILLS = Array.from({ length: 20 }, (_, nth) => `Destreza ${nth}`);

/** Each default is wrong, or named otherwise, but means a right value. */
const formWith = ([code, site, city, skill]: readonly string[]) =>
  formOf(
    {
      document_id: { type: 'string', title: 'Documento', pattern: '^\\d{8}$', default: code },
      site: { type: 'string', title: 'Web', format: 'uri', default: site },
      city_locode: { type: 'string', title: 'Ciudad', default: city },
      skills: {
        type: 'array',
        title: 'Destrezas',
        uniqueItems: true,
        items: { enum: SKILLS },
        default: [skill],
      },
      name: text('Nombre'),
    },
    { required: ['document_id', 'site', 'city_locode', 'skills', 'name'] },
  );

test('a default that the form has corrected still belongs to the service', async () => {
  const ana = await candidate(formWith(['12.345.678', 'https://a.pe/a b', 'lima', 'destreza 7']));
  const first = await open(ana);
  first.press('Enviar');
  await until(() => first.detailsOf('precandidate-invalid').length > 0);
  deepEqual(shownIn(first), ['12345678', 'https://a.pe/a%20b', 'Lima', 'Destreza 7']);
  first.fill('Nombre', 'Ana');
  await keeps(ana, /Ana/);
  first.element.remove();

  const { form_schema: schema } = formWith(['87.654.321', 'https://b.pe', 'Tacna', 'Destreza 8']);
  onRequest('/bootstrap', async ({ pass }) => {
    const body = (await (await pass()).json()) as object;
    return Response.json({ ...body, schema, schema_etag: '"newer"' });
  });
  const again = await open(ana);
  equal(again.field('Nombre').value, 'Ana');
  deepEqual(shownIn(again), ['87.654.321', 'https://b.pe', 'Tacna', 'Destreza 8']);
});

const shownIn = (staged: StagedElement) => [
  ...['Documento', 'Web', 'Ciudad'].map((label) => staged.field(label).value),
  staged.query('[part=chip] span').textContent,
];

test('draft="off" keeps and restores nothing, and removes the stored draft', async () => {
  const ana = await candidate();
  const first = await open(ana);
  first.fill('Nombre completo', 'Ana');
  await keeps(ana, /Ana/);
  first.element.setAttribute('draft', 'off');
  await until(() => kept(ana) === null);
  first.element.removeAttribute('draft');
  first.fill('Nombre completo', 'Ana Quispe');
  await keeps(ana, /Quispe/);
  first.element.remove();
  const off = await open(ana, 'off');
  equal(off.field('Nombre completo').value, '');
  equal(kept(ana), null);
  off.fill('Nombre completo', 'Ana');
  await until(() => off.detailsOf('precandidate-change').length > 0);
  await off.submitted();
  equal(kept(ana), null);
});

test('two forms in one page keep separate drafts and cannot open the other one', async () => {
  const [ana, rui] = [await candidate(), await candidate()];
  const pages = [await open(ana), await open(rui)];
  pages[0]?.fill('Nombre completo', 'Ana');
  pages[1]?.fill('Nombre completo', 'Rui');
  await keeps(ana, /Ana/);
  await keeps(rui, /Rui/);
  for (const { element } of pages) element.remove();
  sessionStorage.setItem(nameOf(rui), kept(ana) ?? '');
  const again = [await open(ana), await open(rui)];
  equal(again[0]?.field('Nombre completo').value, 'Ana');
  equal(again[1]?.field('Nombre completo').value, '');
  equal(kept(rui), null);
});

test('a draft expires after an hour, which the page cannot extend', async () => {
  const [ana, rui] = [await candidate(), await candidate()];
  const first = await open(ana);
  first.fill('Nombre completo', 'Ana');
  // Saves the text, although it is not committed yet.
  first.element.session = rui.token;
  await keeps(ana, /Ana/);
  first.element.remove();
  const [savedAt = '', sealed = ''] = kept(ana)?.split('.') ?? [];
  sessionStorage.setItem(nameOf(ana), `${Number(savedAt) - 3_600_001}.${sealed}`);
  const other = await open(rui);
  other.fill('Nombre completo', 'Rui');
  await keeps(rui, /Rui/);
  equal(kept(ana), null);
  sessionStorage.setItem(nameOf(ana), `${Number(savedAt) - 1}.${sealed}`);
  const again = await open(ana);
  equal(again.field('Nombre completo').value, '');
});

test('the form works when the storage is full', async () => {
  const ana = await candidate();
  const staged = await open(ana);
  // Smaller pieces go on until nothing fits.
  for (let size = 6_000_000; size >= 1; size = Math.floor(size / 2))
    try {
      for (let n = 0; ; n += 1) sessionStorage.setItem(`fill-${size}-${n}`, 'x'.repeat(size));
    } catch {
      // Full for this size.
    }
  staged.fill('Nombre completo', 'Ana');
  await staged.submitted();
  equal(kept(ana), null);
  ok(!staged.names().includes('problem'));
});

test('keeps a small file with its name and the rest, and names a large one that was lost', async () => {
  const file = { type: 'string', contentEncoding: 'base64' };
  const files = { cv: { ...file, title: 'Tu CV' }, id: { ...file, title: 'Documento' } };
  const properties = { ...files, full_name: { type: 'string' }, dob: DATE };
  const ana = await candidate({ form_schema: { type: 'object', properties } });
  const first = await open(ana);
  first.fill('Nombre completo', 'Ana');
  for (const [part, value] of Object.entries({ Día: '31', Mes: '12', Año: '1990' }))
    first.fill(part, value);
  first.chooseFiles([new File(['hola'], 'mi cv.txt')]);
  first.chooseFiles([new File(['a'.repeat(300_000)], 'dni.pdf')], 1);
  await until(() => first.root.querySelectorAll('.file').length === 2);
  await leavePage(first);
  const reloaded = await open(ana);
  await reloaded.says(/Elige “Documento” de nuevo\. En esta página no se pudo guardar: dni\.pdf\./);
  match(reloaded.query('.file').innerText, /^mi cv\.txt/);
  equal(reloaded.root.querySelectorAll('.file').length, 1);
  const { data } = await reloaded.submitted();
  deepEqual(data, { cv: 'aG9sYQ==', full_name: 'Ana', dob: '1990-12-31' });
});

test('names the large files of a list that were lost, until they are chosen again', async () => {
  const items = { type: 'string', format: 'data-url' };
  const papers = { type: 'array', title: 'Papeles', items };
  const ana = await candidate({ form_schema: { type: 'object', properties: { papers } } });
  const first = await open(ana);
  const large = (name: string) => new File(['a'.repeat(300_000)], name, { type: 'text/plain' });
  const small = new File(['hola'], 'b.txt', { type: 'text/plain' });
  first.chooseFiles([large('a.txt'), small, large('c.txt')]);
  await until(() => first.root.querySelectorAll('.file').length === 3);
  await leavePage(first);
  const again = await open(ana);
  await again.says(
    /Elige “Papeles” de nuevo\. En esta página no se pudo guardar: a\.txt, c\.txt\./,
  );
  match(again.query('.file').innerText, /^b\.txt/);
  again.chooseFiles([large('c.txt')]);
  await again.says(/Elige “Papeles” de nuevo\. En esta página no se pudo guardar: a\.txt\./);
  again.chooseFiles([large('a.txt')]);
  await until(() => again.root.querySelectorAll('.file').length === 3);
  equal(again.root.querySelector('.warning'), null);
  equal(((await again.submitted()).data['papers'] as unknown[]).length, 3);
});

test('asks again for a large file of a step that the reload does not show, and sends nothing in its place', async () => {
  const cv = { type: 'string', format: 'data-url', title: 'Tu CV' };
  const step = (title: string, properties: object) => ({ type: 'object', title, properties });
  const ana = await candidate({
    form_schema: {
      type: 'object',
      properties: { files: step('Archivos', { cv }), you: step('Tú', { name: text('Nombre') }) },
    },
    ui_schema: { 'ui:options': { steps: true } },
  });
  const first = await open(ana);
  first.chooseFiles([new File(['a'.repeat(300_000)], 'cv.pdf')]);
  await until(() => first.root.querySelector('.file') !== null);
  first.press('Continuar');
  first.fill('Nombre', 'Ana');
  await leavePage(first);
  const again = await open(ana);
  again.press('Continuar');
  await again.says(/Tu CV\s+Sin respuesta/);
  again.press('Enviar');
  deepEqual((await again.received()).data, { you: { name: 'Ana' } });
});

test('keeps the file that was chosen last', async () => {
  const cv = { type: 'string', format: 'data-url', title: 'Tu CV' };
  const ana = await candidate({ form_schema: { type: 'object', properties: { cv } } });
  const first = await open(ana);
  first.chooseFiles([new File(['hola'], 'cv.txt', { type: 'text/plain' })]);
  await until(() => first.root.querySelector('.file') !== null);
  await until(() => kept(ana) !== null);
  first.element.remove();
  const again = await open(ana);
  const sent = (await again.submitted()).data;
  deepEqual(sent, { cv: 'data:text/plain;name=cv.txt;base64,aG9sYQ==' });
});

test('names a file that was still being read', async () => {
  const cv = { type: 'string', format: 'data-url', title: 'Tu CV' };
  const ana = await candidate({ form_schema: { type: 'object', properties: { cv } } });
  const first = await open(ana);
  const { readAsDataURL } = FileReader.prototype;
  FileReader.prototype.readAsDataURL = () => {};
  first.chooseFiles([new File(['hola'], 'cv.pdf')]);
  FileReader.prototype.readAsDataURL = readAsDataURL;
  await leavePage(first);
  const again = await open(ana);
  await again.says(/Elige “Tu CV” de nuevo\. En esta página no se pudo guardar: cv\.pdf\./);
  deepEqual((await again.submitted()).data, {});
});

test('input in a prerendered form wins over the draft, field by field', async () => {
  const prerendered = await openPrerendered({ form_schema: FORM });
  prerendered.release();
  const first = prerendered.staged;
  await first.reaches('ready');
  ok(!RESTORED.test(first.text));
  first.fill('Nombre', 'Eva');
  first.fill('Ciudad', 'Tacna');
  await until(() => sessionStorage.length > 0);
  first.element.remove();
  const staged = placeMarkup(prerendered.html);
  setValue(staged.field('Nombre'), 'Ana');
  const form = staged.query('form');
  await staged.reaches('ready');
  equal(staged.query('form'), form);
  deepEqual((await staged.submitted()).data, { name: 'Ana', city: 'Tacna' });
});
