import type { FormSchema } from 'precandidate-contract';
import type { mount } from '../../src/form/mount-form.tsx';
import type { FormController } from '../../src/form/form-controller.ts';
import type { FormAppOptions } from '../../src/form/form-options.ts';
import messages from '../../src/i18n/es.json' with { type: 'json' };
import { SHAPES } from '../shapes/catalogue.ts';
import { randomForm } from '../fidelity/random-form.ts';
import { Seeded } from '../parity/seeded.ts';
import { equal, ok } from './stage/assert.ts';
import { setValue } from './stage/candidate.ts';

const SEED = 20261121;
const RANDOM = 300;
const BATCH = 50;
const STEPS = 6;
const ANSWERS = ['x', '12345678', '3', 'a@b.co', '', '2020-02-29', 'PE LIM'];

type Mount = typeof mount;
let mounts: Mount[];

suiteSetup(async () => {
  // RJSF warns about each contradictory `allOf` in a random schema.
  console.warn = () => {};
  const load = async (name: string) => {
    const { mount } = (await import(/* @vite-ignore */ `/form-${name}.js`)) as { mount: Mount };
    return mount;
  };
  mounts = [await load('ours'), await load('stock')];
});

/** A form of one of the two builds. */
interface MountedForm {
  container: HTMLElement;
  /** `undefined` when the schema cannot be rendered. */
  handle: FormController | undefined;
  notified: [name: string, detail?: unknown][];
}

async function mountForm(schema: FormSchema, mount: Mount): Promise<MountedForm> {
  const host = document.body.appendChild(document.createElement('div'));
  const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const notified: MountedForm['notified'] = [];
  const options = {
    schema: structuredClone(schema),
    messages,
    localeTag: 'es-PE',
    country: 'PE',
    onChange: () => notified.push(['change']),
    onCounted: (field: string) => notified.push(['counted', field]),
    onInvalid: (errors: unknown) => notified.push(['invalid', errors]),
    onSubmit: (values: unknown) => notified.push(['submit', values]),
    onBroken: () => notified.push(['broken']),
    proxyUrl: '',
    loadCombobox: () => Promise.resolve(undefined),
  } satisfies FormAppOptions;
  const { signal } = new AbortController();
  const handle = await mount(container, options, signal).catch(() => undefined);
  return { container, handle, notified };
}

function controlsOf({ container }: MountedForm): HTMLElement[] {
  return [
    ...container.querySelectorAll<HTMLElement>('input, select, textarea, button[type=button]'),
  ];
}

/** Everything that the candidate sees and the host is notified of. */
function seen(form: MountedForm): string {
  const controls = controlsOf(form).map((control) => {
    const { value, checked, disabled } = control as HTMLInputElement;
    return [control.id, value, checked, disabled];
  });
  return JSON.stringify([form.container.innerHTML, controls, form.notified, form.handle?.counts()]);
}

/** Operates one control of a form. */
function act(form: MountedForm, at: number, answer: string): void {
  const controls = controlsOf(form);
  const control = controls[at % controls.length];
  if (control instanceof HTMLSelectElement)
    setValue(control, control.options[at % control.options.length]?.value ?? '');
  else if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type))
    control.click();
  else if (control instanceof HTMLButtonElement) control.click();
  else if (control !== undefined) setValue(control as HTMLInputElement, answer);
  form.handle?.values();
}

const isBroken = ({ handle }: MountedForm) => handle === undefined;

/** Performs the same steps in both builds. Returns the number of controls. */
async function compare(schema: FormSchema, random: Seeded): Promise<number> {
  const forms = await Promise.all(mounts.map((mount) => mountForm(schema, mount)));
  const [ours, stock] = forms as [MountedForm, MountedForm];
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
  for (const { handle } of forms) handle?.submit();
  same('the submit');
  return end(forms);
}

/** Removes the forms. Returns the number of controls of the first. */
function end(forms: readonly MountedForm[]): number {
  const [count = 0] = forms.map((form) => controlsOf(form).length);
  for (const { container, handle } of forms) {
    handle?.destroy();
    (container.getRootNode() as ShadowRoot).host.remove();
  }
  return count;
}

test('every form of the catalogue behaves as with RJSF and AJV as published', async () => {
  const random = new Seeded(SEED);
  for (const { schema } of SHAPES)
    for (let round = 0; round < 2; round += 1)
      await compare({ type: 'object', properties: {}, ...schema } as FormSchema, random);
});

for (let first = 0; first < RANDOM; first += BATCH)
  test(`random forms ${first + 1} to ${first + BATCH} behave as with RJSF and AJV as published`, async () => {
    const random = new Seeded(SEED + first);
    let controls = 0;
    for (let index = 0; index < BATCH; index += 1)
      controls += await compare(randomForm(random), random);
    ok(controls > BATCH, `only ${controls} controls in ${BATCH} forms`);
  });
