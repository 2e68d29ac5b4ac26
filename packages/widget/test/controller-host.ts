import type { ElementEventName, ElementEvents, FormData, Violation } from 'precandidate-contract';
import { Entry } from '../src/element/entry.ts';
import type { SessionSource, SessionWays } from '../src/api/session-source.ts';
import type { ElementState } from '../src/submission/element-state.ts';
import type { FormToShow } from '../src/submission/form-to-show.ts';
import { SubmissionController } from '../src/submission/submission-controller.ts';
import type { SubmissionHost } from '../src/submission/submission-host.ts';

/** The page's side of `online` and `offline`, which Node has not. */
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(
  page,
) as typeof globalThis.addEventListener;

/** What happens to the page, which Node has not either. */
export function happensToPage(name: string, details: object = {}): void {
  page.dispatchEvent(Object.assign(new Event(name), details));
}

/** Says whether the page is online, as a browser does. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(globalThis.navigator, 'onLine', { value: isOnline, configurable: true });
  page.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** A token with the claims that the widget reads. */
export function tokenFor(form_id = 'form', name = ''): string {
  const payload = Buffer.from(JSON.stringify({ person_id: 'person', form_id, exp: 1, name }));
  return `header.${payload.toString('base64url')}.signature`;
}

/** An element without a screen: it keeps what the controller tells it. */
export class ControllerHost implements SubmissionHost {
  readonly told: [ElementEventName, unknown][] = [];
  readonly forms: FormToShow[] = [];
  /** Names of the forms that were announced. */
  readonly expected: string[] = [];
  readonly errors: (readonly Violation[])[] = [];
  readonly proxyAddress: string;
  readonly controller: SubmissionController;
  readonly entry = new Entry(this);
  readonly wishes = { fields: false };
  sessionWays: SessionWays;
  isConnected = false;
  /** What stands in the fields. */
  values: FormData = {};
  readonly #waiting = new Set<() => void>();

  constructor(proxyAddress: string, ways: Partial<SessionWays> = {}) {
    this.proxyAddress = proxyAddress;
    this.sessionWays = { session: tokenFor(), sessionUrl: null, fetchSession: null, ...ways };
    this.controller = new SubmissionController(this);
  }

  get state(): ElementState {
    return this.controller.state;
  }

  takePrefetched(): undefined {
    return undefined;
  }

  connect(): void {
    this.isConnected = true;
    this.controller.hostConnected();
  }

  disconnect(): void {
    this.isConnected = false;
    this.controller.hostDisconnected();
  }

  /** Resolves once the element is in a state. */
  async reaches(state: ElementState): Promise<void> {
    await this.until(() => this.state === state);
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  names(): string[] {
    return this.told.map(([name]) => name.replace('precandidate-', ''));
  }

  tell<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void {
    this.told.push([name, detail]);
    this.#happened();
  }

  expectForm(name: string): void {
    this.expected.push(name);
  }

  async showForm(form: FormToShow): Promise<void> {
    this.forms.push(form);
  }

  closeForm(): void {}

  showErrors(violations: readonly Violation[]): void {
    this.errors.push(violations);
  }

  submit(): void {
    this.controller.submit(this.values);
  }

  takeSessionSource(): SessionSource {
    return this.entry.takeSource();
  }

  requestBootstrap(token: string, signal: AbortSignal): Promise<Response> {
    return this.entry.ask(this.proxyAddress, token, signal);
  }

  requestUpdate(): void {
    this.#happened();
  }

  #happened(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
