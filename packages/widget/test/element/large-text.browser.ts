import { setViewport } from '@web/test-runner-commands';
import { deepEqual, ok } from './stage/assert.ts';
import { type StagedElement, until } from './stage/candidate.ts';
import { formOf, text } from './stage/forms.ts';
import { show } from './stage/show.ts';

// WCAG 1.4.4 and 1.4.10: text of twice the size fits a page of 320 px without sideways scrolling.

const CITIES = Array.from({ length: 40 }, (_, index) => `Ciudad número ${index}`);
const CONTROLS = formOf(
  {
    name: text('Nombre'),
    notes: { ...text('Observaciones'), maxLength: 2_000 },
    born: { ...text('Fecha de nacimiento'), format: 'date' },
    at: { ...text('Hora'), format: 'time' },
    seen: { ...text('Fecha y hora'), format: 'date-time' },
    phone: text('Teléfono'),
    cv: { ...text('Currículum'), format: 'data-url' },
    shift: { ...text('Turno'), enum: ['día', 'noche'] },
    month: { ...text('Mes'), enum: CITIES.slice(0, 8) },
    place: { ...text('Lugar'), enum: CITIES },
    places: { type: 'array', title: 'Lugares', uniqueItems: true, items: { enum: CITIES } },
    agree: { type: 'boolean', title: 'Acepto las condiciones', const: true },
    jobs: {
      type: 'array',
      title: 'Empleos',
      minItems: 1,
      items: {
        type: 'object',
        title: 'Otorrinolaringología',
        properties: {
          firm: text('Empresa'),
          from: { ...text('Desde'), format: 'date' },
          met: { ...text('Entrevista'), format: 'date-time' },
        },
      },
    },
  },
  { required: ['name', 'seen', 'place'] },
);

teardown(async () => {
  document.documentElement.style.fontSize = '';
  await setViewport({ width: 390, height: 844 });
});

for (const size of [20, 24, 32])
  test(`all controls fit a page of 320 px with text of ${size} px`, async () => {
    await setViewport({ width: 320, height: 844 });
    document.documentElement.style.fontSize = `${size}px`;
    const staged = await show(CONTROLS, { locale: 'es' });
    await until(() => staged.root.querySelectorAll('[role=combobox]').length === 2);
    deepEqual(outside(staged), []);
    staged.element.submit();
    await until(() => staged.root.querySelector('.summary') !== null);
    deepEqual(outside(staged), []);
    ok(document.documentElement.scrollWidth <= 320);
  });

/** What reaches beyond the page, or beyond its own box. */
function outside({ root }: StagedElement): string[] {
  return [...root.querySelectorAll<HTMLElement>('.base *')]
    .filter((each) => each.checkVisibility() && !each.closest('.unseen, [popover]'))
    .filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      return left < 0 || right > window.innerWidth;
    })
    .map((each) => `${each.localName}.${each.className} ${each.getBoundingClientRect().right}`);
}
