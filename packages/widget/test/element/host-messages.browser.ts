import type { HostMessages } from '../../src/index.ts';
import arabic from '../tables/arabic.json' with { type: 'json' };
import { accessible } from './stage/accessible.ts';
import { equal, match, ok } from './stage/assert.ts';
import { stageCandidate, type StagedElement, until } from './stage/candidate.ts';
import { formOf, PERU, text } from './stage/forms.ts';
import { afterTest, place, show } from './stage/show.ts';
import type { CandidateRequest } from './stage/start-stage.ts';

const ARABIC = arabic as HostMessages;

let staged: StagedElement;

async function open(
  messages: HostMessages | null,
  locale = 'es',
  request: CandidateRequest = PERU,
): Promise<void> {
  staged = await show(request, (element) => {
    element.messages = messages;
    element.setAttribute('locale', locale);
  });
}

test('custom messages replace ours, also while the candidate types', async () => {
  await open({
    es: { submit: 'Mandar', fields: { city_locode: { label: 'Ciudad donde vives' } } },
  });
  staged.fill('Ciudad donde vives', 'PE LIM');
  staged.press('Mandar');
  match(staged.query('.summary').innerText, /Escribe tu número de documento/);
  staged.element.messages = { es: { errors: { typed: 'Falta {ask}' } } };
  await staged.says(/Falta tu número de documento/);
  ok(!staged.text.includes('Mandar'));
  staged.element.messages = null;
  await staged.says(/Escribe tu número de documento/);
  await until(() => staged.field('Ciudad').value === 'Lima');
});

test('a custom hint explains a group, too', async () => {
  const home = { type: 'object', title: 'Casa', properties: { street: text('Calle') } };
  await open({ es: { fields: { home: { hint: 'Donde duermes' } } } }, 'es', formOf({ home }));
  equal(staged.query('fieldset > .hint').innerText, 'Donde duermes');
});

test('shows markup in custom messages as text', async () => {
  await open({ es: { submit: '<img src=x onerror=alert(1)>', optional: '<b>' } });
  ok(staged.text.includes('<img src=x onerror=alert(1)>'));
  equal(staged.root.querySelector('img, b'), null);
});

test('uses a language that the page adds, and mirrors it with dir rtl', async () => {
  document.documentElement.lang = 'ar-EG';
  staged = place(await stageCandidate(PERU), (element) => {
    element.messages = ARABIC;
  });
  await until(() => staged.root.querySelector('.skeleton[aria-label]') !== null);
  equal(staged.query('.skeleton').ariaLabel, 'جارٍ تحميل النموذج');
  await staged.reaches('ready');
  const base = staged.query('.base');
  equal(base.lang, 'ar');
  equal(base.dir, 'rtl');
  staged.element.submit();
  match(staged.query('.summary').innerText, /هناك خطآن\s+أدخل رقم وثيقتك\s+أدخل مدينتك/);
  const right = (selector: string) => staged.query(selector).getBoundingClientRect().right;
  const edge = base.getBoundingClientRect().right;
  for (const selector of ['.label', '.error', '.hint']) {
    const range = document.createRange();
    range.selectNodeContents(staged.query(selector));
    ok(Math.abs(range.getBoundingClientRect().right - edge) < 2, `${selector} begins at the right`);
  }
  ok(right('.summary') - right('.summary li') > 10, 'the list is indented from the right');
  await accessible(staged.element, 'Arabic');
});

test('renders addresses and phones, and our languages, from left to right in any page', async () => {
  document.documentElement.dir = 'rtl';
  afterTest(() => (document.documentElement.dir = ''));
  const properties = { email: { type: 'string', format: 'email' }, phone: { type: 'string' } };
  await open(ARABIC, 'ar', formOf(properties));
  equal(staged.query('.base').dir, 'rtl');
  for (const type of ['email', 'tel'])
    equal(getComputedStyle(staged.query(`[type=${type}]`)).direction, 'ltr');
  await open(null);
  equal(staged.query('.base').dir, 'ltr');
  equal(getComputedStyle(staged.query('.label')).direction, 'ltr');
});
