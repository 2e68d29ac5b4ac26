import type { FormSchema } from 'precandidate-contract';
import type { mount } from '../../src/form/mount-form.tsx';
import type { FormAppOptions, FormHandle } from '../../src/form/form-handle.ts';
import { messages } from '../../src/i18n/es.ts';
import { SHAPES } from '../shapes/catalogue.ts';
import { randomForm } from '../fidelity/random-form.ts';
import { Seeded } from '../parity/seeded.ts';
import { equal, ok } from './stage/assert.ts';
import { setValue } from './stage/candidate.ts';

const SEED = 20261121;
const RANDOM = 300;
const STEPS = 6;
const ANSWERS = ['x', '12345678', '3', 'a@b.co', '', '2020-02-29', 'PE LIM'];

type Mount = typeof mount;
let mounts: Mount[];

suiteSetup(async () => {
  // RJSF tells of each `allOf` in a random schema that nothing can satisfy.
  console.warn = () => {};
  const load = async (name: string) => {
    const { mount } = (await import(/* @vite-ignore */ `/island-${name}.js`)) as { mount: Mount };
    return mount;
  };
  mounts = [await load('ours'), await load('stock')];
});

/** A form in the page, of one of the two builds. */
interface Drawn {
  container: HTMLElement;
  /** `undefined` when the schema cannot be rendered. */
  island: FormHandle | undefined;
  told: [name: string, detail?: unknown][];
}

async function draw(schema: FormSchema, mount: Mount): Promise<Drawn> {
  const host = document.body.appendChild(document.createElement('div'));
  const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const told: Drawn['told'] = [];
  const options = {
    schema: structuredClone(schema),
    messages,
    localeTag: 'es-PE',
    country: 'PE',
    onChange: () => told.push(['change']),
    onCounted: (field: string) => told.push(['counted', field]),
    onInvalid: (errors: unknown) => told.push(['invalid', errors]),
    onSubmit: (values: unknown) => told.push(['submit', values]),
    onBroken: () => told.push(['broken']),
    proxyUrl: '',
    loadCombobox: () => Promise.resolve(undefined),
  } satisfies FormAppOptions;
  const { signal } = new AbortController();
  const island = await mount(container, options, signal).catch(() => undefined);
  return { container, island, told };
}

function controlsOf({ container }: Drawn): HTMLElement[] {
  return [
    ...container.querySelectorAll<HTMLElement>('input, select, textarea, button[type=button]'),
  ];
}

/** All that a candidate can see, and all that the host is told. */
function seen(form: Drawn): string {
  const controls = controlsOf(form).map((control) => {
    const { value, checked, disabled } = control as HTMLInputElement;
    return [control.id, value, checked, disabled];
  });
  return JSON.stringify([form.container.innerHTML, controls, form.told, form.island?.counts()]);
}

/** Does the same to a form at every call with the same arguments. */
function act(form: Drawn, at: number, answer: string): void {
  const controls = controlsOf(form);
  const control = controls[at % controls.length];
  if (control instanceof HTMLSelectElement)
    setValue(control, control.options[at % control.options.length]?.value ?? '');
  else if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type))
    control.click();
  else if (control instanceof HTMLButtonElement) control.click();
  else if (control !== undefined) setValue(control as HTMLInputElement, answer);
  form.island?.values();
}

const isBroken = ({ island }: Drawn) => island === undefined;

/** Takes both builds through the same steps; answers what the two showed last. */
async function compare(schema: FormSchema, random: Seeded): Promise<number> {
  const forms = await Promise.all(mounts.map((mount) => draw(schema, mount)));
  const [ours, stock] = forms as [Drawn, Drawn];
  const same = (step: string) =>
    equal(seen(ours), seen(stock), `${step} of ${JSON.stringify(schema)}:`);
  const areBroken = forms.map(isBroken);
  if (areBroken.every(Boolean)) return end(forms);
  same('the beginning');
  for (let step = 0; step < STEPS; step += 1) {
    const [at, answer] = [random.below(1_000), random.pick(ANSWERS)];
    for (const form of forms) act(form, at, answer);
    same(`step ${step}`);
  }
  for (const { island } of forms) island?.submit();
  same('the submit');
  return end(forms);
}

/** Takes forms out of the page; answers how many controls the first had. */
function end(forms: readonly Drawn[]): number {
  const [count = 0] = forms.map((form) => controlsOf(form).length);
  for (const { container, island } of forms) {
    island?.destroy();
    (container.getRootNode() as ShadowRoot).host.remove();
  }
  return count;
}

test('every shape of the catalogue is drawn, changed and checked as by RJSF as it comes', async () => {
  const random = new Seeded(SEED);
  for (const { schema } of SHAPES)
    for (let round = 0; round < 2; round += 1)
      await compare({ type: 'object', properties: {}, ...schema } as FormSchema, random);
});

test(`${RANDOM} random forms are drawn, changed and checked as by RJSF as it comes`, async () => {
  const random = new Seeded(SEED);
  let controls = 0;
  for (let index = 0; index < RANDOM; index += 1) {
    controls += await compare(randomForm(random), random);
  }
  ok(controls > RANDOM, `only ${controls} controls in ${RANDOM} forms`);
});
