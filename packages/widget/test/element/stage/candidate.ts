import { ELEMENT_EVENTS, type ElementEventName, type ElementEvents } from 'precandidate-contract';
import type { ElementState, PrecandidateFormElement } from '../../../src/index.ts';
import type { CandidateRequest, StagedCandidate } from './start-stage.ts';

/** Loads the widget as pages do: from the proxy. */
export async function loadWidget(): Promise<void> {
  const { proxyUrl } = (await (await fetch('/stage/proxy')).json()) as { proxyUrl: string };
  await import(/* @vite-ignore */ `${proxyUrl}/widget.js`);
  await customElements.whenDefined('precandidate-form');
}

/** A candidate of the service, and a session for the form that is missing. */
export async function stageCandidate(request: CandidateRequest): Promise<StagedCandidate> {
  const init = { method: 'POST', body: JSON.stringify(request) };
  const response = await fetch('/stage/candidate', init);
  if (!response.ok) throw new Error(`no candidate: ${response.status}`);
  return (await response.json()) as StagedCandidate;
}

async function sandbox(path: string, method: string, body?: object): Promise<string> {
  const init = { method, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`/stage/sandbox${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
  return text;
}

/** The service collects the data by phone. */
export const completeCall = ({ record }: StagedCandidate) =>
  sandbox(`/calls/${record.precandidate_id}`, 'POST', {});

let hasFaults = false;

/** The service responds to requests of this path with a status, `times` times; 0: until {@link clearFaults}. */
export async function serviceFails(path: string, status: number, times = 0): Promise<void> {
  hasFaults = true;
  await sandbox('/_control/faults', 'POST', { kind: 'status', status, match: { path }, times });
}

export async function clearFaults(): Promise<void> {
  if (hasFaults) await sandbox('/_control/faults', 'DELETE');
  hasFaults = false;
}

/** What the service has of a form. */
export async function receivedFor(precandidate_id: string) {
  const kept = await sandbox(`/_control/precandidates/${precandidate_id}`, 'GET');
  return JSON.parse(kept) as { data: Record<string, unknown> };
}

const staged: StagedElement[] = [];

/** Removes every element of a test from the page. */
export function removeStaged(): void {
  for (const { element } of staged.splice(0)) element.remove();
}

/** An element in the page, and its events. */
export class StagedElement {
  readonly element: PrecandidateFormElement;
  readonly events: [name: string, detail: unknown][] = [];

  constructor(
    setUp: (element: PrecandidateFormElement) => void,
    parent: Node = document.body,
    element = document.createElement('precandidate-form'),
  ) {
    this.element = element;
    setUp(element);
    for (const name of ELEMENT_EVENTS)
      element.addEventListener(name, (event) => {
        this.events.push([name.replace('precandidate-', ''), (event as CustomEvent).detail]);
      });
    parent.appendChild(element);
    staged.push(this);
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot as ShadowRoot;
  }

  /** Details of the events of one name. */
  detailsOf<Name extends ElementEventName>(name: Name): ElementEvents[Name][] {
    const short = name.replace('precandidate-', '');
    return this.events
      .filter(([each]) => each === short)
      .map(([, detail]) => detail as ElementEvents[Name]);
  }

  names(): string[] {
    return this.events.map(([name]) => name);
  }

  /** Resolves once the element is in a state. */
  async reaches(...states: ElementState[]): Promise<void> {
    await until(
      () => states.includes(this.element.state),
      () => `${this.element.state}, not ${states}`,
    );
    await this.updated();
  }

  /** Resolves once the element has rendered its state. */
  async updated(): Promise<void> {
    await (this.element as unknown as { updateComplete: Promise<unknown> }).updateComplete;
  }

  /** The input whose label begins so. */
  field(label: string): HTMLInputElement {
    const found = [...this.root.querySelectorAll('label')].find((each) =>
      each.textContent.trim().startsWith(label),
    );
    const control = found?.control;
    if (!control) throw new Error(`No field is labelled ${label}`);
    return control as HTMLInputElement;
  }

  query<Found extends Element = HTMLElement>(selector: string): Found {
    const found = this.root.querySelector<Found>(selector);
    if (!found) throw new Error(`Nothing matches ${selector}`);
    return found;
  }

  /** What a person reads, in order, without what only assistive technology gets. */
  get text(): string {
    return (this.root.querySelector('.base') as HTMLElement).innerText;
  }

  /** Resolves once a person reads this. */
  async says(pattern: RegExp): Promise<void> {
    await until(
      () => pattern.test(this.text),
      () => `${pattern} in ${this.text}`,
    );
  }

  /** Where the element announces its state. */
  get liveRegion(): HTMLElement {
    return this.query('.announcements');
  }

  get focused(): HTMLElement | null {
    return this.root.activeElement as HTMLElement | null;
  }

  /** Types into a field as a browser's autofill does: all at once. */
  fill(label: string, value: string): void {
    setValue(this.field(label), value);
  }

  /** Submits the form; resolves with what the service has of it once it says so. */
  async submitted(): Promise<{ data: Record<string, unknown> }> {
    this.element.submit();
    return this.received();
  }

  /** What the service has of a form that was submitted. */
  async received(): Promise<{ data: Record<string, unknown> }> {
    await this.reaches('submitted');
    const [{ precandidate_id = '' } = {}] = this.detailsOf('precandidate-submitted');
    return receivedFor(precandidate_id);
  }

  /** Chooses files in an input, the first by default. */
  chooseFiles(files: readonly File[], index = 0): void {
    const input = this.root.querySelectorAll<HTMLInputElement>('input[type=file]')[index];
    if (input === undefined) throw new Error('There is no input for files');
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  press(label: string): void {
    const buttons = [...this.root.querySelectorAll('button')];
    const found = buttons.find((button) => button.innerText.trim() === label);
    if (!found) throw new Error(`No button is called ${label}`);
    found.click();
  }
}

export function setValue(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  // React listens behind the property of its own; the prototype's setter is what a browser uses.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** How long a busy machine may take. */
const LIMIT_MS = 120_000;

/** Resolves once `isSo` holds; checks it in every frame. */
export async function until(isSo: () => boolean, describe = () => isSo.toString()): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It did not come to: ${describe()}`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
