import { afterEach, beforeEach } from 'node:test';
import type {
  BootstrapRequest,
  ElementEventName,
  ElementEvents,
  FormData,
  Snapshot,
} from 'precandidate-contract';
import type { ProblemError } from '../src/api/problem-error.ts';
import type { ConnectionSettings } from '../src/submission/session-connection.ts';
import type { ElementState } from '../src/submission/submission-progress.ts';
import { PageAttempts } from '../src/submission/page-attempts.ts';
import { SubmissionController } from '../src/submission/submission-controller.ts';
import type { ElementPort, FormToOpen, SubmissionForm } from '../src/submission/element-port.ts';
import { setOnline } from './page-stub.ts';
import open from './tables/open-snapshot.json' with { type: 'json' };
import { answerWith, ScriptedProxy } from './scripted-proxy.ts';

/** A token with the claims that the widget reads. */
export function tokenFor(form_id = 'form', name = ''): string {
  const payload = Buffer.from(JSON.stringify({ person_id: 'person', form_id, exp: 1, name }));
  return `header.${payload.toString('base64url')}.signature`;
}

/** An element without a screen: it records what the controller calls. */
class RecordingHost implements ElementPort {
  readonly events: [ElementEventName, unknown][] = [];
  /** The element's state at each event. */
  readonly statesAt: [name: string, state: ElementState][] = [];
  readonly forms: FormToOpen[] = [];
  readonly controller: SubmissionController;
  readonly pageAttempts: PageAttempts;
  removedForms = 0;
  settings: ConnectionSettings;
  /** What is in the fields. */
  values: FormData = {};
  prefetched: { token: string; response: Promise<Response> } | undefined;
  readonly #waiting = new Set<() => void>();
  readonly form = {
    hasOpened: false as boolean,
    prepare: () => {},
    schemaEtag: null as string | null,
    mount: async (form: FormToOpen) => {
      this.forms.push(form);
      this.form.schemaEtag ??= form.schemaEtag;
    },
    open: () => {
      this.form.hasOpened = true;
      this.statesAt.push(['ready', this.state]);
      this.requestUpdate();
    },
    pressDeferred: () => {},
    remove: () => {
      this.form.hasOpened = false;
      this.removedForms += 1;
    },
    submit: () => this.submitForm(),
    showErrors: () => {},
  } satisfies SubmissionForm;

  constructor(settings: ConnectionSettings, pageAttempts: PageAttempts) {
    this.settings = settings;
    this.pageAttempts = pageAttempts;
    this.controller = new SubmissionController(this);
  }

  async whenUpdated(): Promise<void> {}

  connectionSettings(): ConnectionSettings {
    return this.settings;
  }

  languages() {
    return { languages: ['es-PE'] };
  }

  readonly localeRequested = () => () => {};

  loadAgain(): void {}

  report(error: ProblemError): void {
    this.emit('precandidate-problem', error.eventDetail);
  }

  get isFormVisible(): boolean {
    return this.form.hasOpened && !this.controller.replacesForm;
  }

  get state(): ElementState {
    return this.controller.state;
  }

  connect(): void {
    this.controller.hostConnected();
  }

  disconnect(): void {
    this.controller.hostDisconnected();
  }

  /** The page sets another token, or removes it. */
  setSession(session: string | null): void {
    this.settings = { ...this.settings, session };
    this.controller.sessionChanged(session);
  }

  /** The page sets another session source. */
  setSource(source: Partial<ConnectionSettings>): void {
    this.settings = { ...this.settings, ...source };
    this.controller.sessionSourceChanged();
  }

  /** Opens the form. */
  async ready(): Promise<void> {
    this.connect();
    await this.reaches('ready');
    await proxy.until(() => proxy.openStreams === 1);
  }

  /** Opens and submits the form; the service has received it. */
  async sent(): Promise<void> {
    await this.ready();
    this.submitForm();
    await this.reaches('sending');
    proxy.send({ state: 'sent' });
    await this.reaches('sent');
  }

  /** Opens and submits the form; the proxy responds that it has stored the data. */
  async stored(): Promise<void> {
    await this.ready();
    proxy.next.submission.push((response, request) => {
      proxy.send({ state: 'sending', attempt: 1, stored: true });
      answerWith(202, proxy.snapshot)(response, request);
    });
    this.submitForm();
    await this.reaches('sending');
  }

  /** Resolves when the element is in a state. */
  async reaches(state: ElementState): Promise<void> {
    await this.until(() => this.state === state);
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Names of the events so far, without their prefix. */
  names(): string[] {
    return this.events.map(([name]) => name.replace('precandidate-', ''));
  }

  /** Types of the problems so far, without their prefix. */
  problems(): string[] {
    return this.events
      .filter(([name]) => name === 'precandidate-problem')
      .map(([, detail]) => (detail as { type: string }).type.split(':').at(-1) ?? '');
  }

  emit<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void {
    this.events.push([name, detail]);
    this.statesAt.push([name.replace('precandidate-', ''), this.state]);
    this.requestUpdate();
  }

  takePrefetched({ session }: BootstrapRequest): Promise<Response> | undefined {
    const { prefetched } = this;
    this.prefetched = undefined;
    return prefetched?.token === session ? prefetched.response : undefined;
  }

  submitForm(): void {
    this.controller.submit(this.values);
  }

  requestUpdate(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

export const SUBMITTED = { state: 'submitted', precandidate_status: 'SUBMITTED' } as const;
export const VALUES = { document_id: '12345678' };

export let proxy: ScriptedProxy;
export let host: RecordingHost;
let proxyUrl: string;

beforeEach(async () => {
  setOnline(true);
  proxy = new ScriptedProxy(open as Snapshot);
  proxyUrl = await proxy.listen();
  useHost();
});

afterEach(async () => {
  host.disconnect();
  // Nothing is left to deliver.
  host.controller.edited();
  host.setSource({ session: null });
  await proxy.close();
});

/** Replaces the host by another element, of another page unless it shares the `attempts`. */
export function useHost(
  settings: Partial<ConnectionSettings> = {},
  attempts = new PageAttempts(),
): void {
  const none = { session: tokenFor(), sessionUrl: null, fetchSession: null, proxyUrl };
  host = new RecordingHost({ ...none, ...settings }, attempts);
  host.values = VALUES;
}
