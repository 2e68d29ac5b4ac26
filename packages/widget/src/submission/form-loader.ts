import type { Bootstrap, BrowserPrecandidate, Snapshot } from 'precandidate-contract';
import { orUndefined, type ProxyClient } from '../api/proxy-client.ts';
import type { ElementPort, FormToOpen } from './element-port.ts';

type LoaderElement = Pick<ElementPort, 'form' | 'languages' | 'takePrefetched' | 'localeRequested'>;

/** Loads the form of a session, and mounts it. */
export class FormLoader {
  readonly #element: LoaderElement;
  /** Loaded and not mounted yet. */
  #form: FormToOpen | undefined;
  #record: BrowserPrecandidate | null = null;

  constructor(element: LoaderElement) {
    this.#element = element;
  }

  get record(): BrowserPrecandidate | null {
    return this.#record;
  }

  /** Whether the service will call the candidate: the pipeline or a report is named after the workflow. */
  get expectsCall(): boolean {
    const names: unknown[] = [this.#record?.pipeline_name, this.#record?.reports_enabled].flat();
    return names.some(
      (name) => typeof name === 'string' && name.toLowerCase().includes(CALL_WORKFLOW),
    );
  }

  /** Requests the form. Returns what the proxy knows of it. */
  async load(client: ProxyClient, signal: AbortSignal): Promise<Snapshot> {
    this.#element.form.prepare(client.formName);
    const adoptLocale = this.#element.localeRequested();
    const bootstrap = await client.bootstrap(this.#element, signal);
    adoptLocale(bootstrap.locale);
    this.#record = bootstrap.record;
    this.#form = formToOpen(bootstrap, client.proxyUrl);
    return bootstrap.snapshot;
  }

  /** Mounts the loaded form, once. Returns whether it did. */
  async mount(signal: AbortSignal): Promise<boolean> {
    const form = this.#form;
    if (form === undefined || this.#element.form.hasOpened) return false;
    // Another snapshot may arrive while the form opens.
    this.#form = undefined;
    await this.#element.form.mount(form, signal);
    return true;
  }

  /** The form as the service has it now; `undefined` when that is unknown. */
  async latest(client: ProxyClient, signal: AbortSignal): Promise<FormToOpen | undefined> {
    const bootstrap = await orUndefined(client.bootstrap(this.#element, signal), signal);
    return bootstrap && formToOpen(bootstrap, client.proxyUrl);
  }

  /** The page opens another form. */
  reset(): void {
    this.#form = undefined;
    this.#record = null;
  }
}

/** The workflow in which the service calls the candidate. */
const CALL_WORKFLOW = 'candidate_screening';

/** The form in a bootstrap; `undefined` when nothing is left to fill in. */
function formToOpen(bootstrap: Bootstrap, proxyUrl: string): FormToOpen | undefined {
  const { schema, schema_etag: schemaEtag, record, fields, draft_keys: draftKeys } = bootstrap;
  const { ui_schema: uiSchema } = bootstrap;
  if (schema === null) return undefined;
  const country = record?.country_code.toUpperCase() ?? null;
  const form = { schema, schemaEtag, country, proxyUrl, fields, draftKeys };
  return uiSchema ? { ...form, uiSchema } : form;
}
