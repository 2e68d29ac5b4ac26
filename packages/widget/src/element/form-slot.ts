import type {
  ElementEventName,
  ElementEvents,
  FormData,
  InvalidField,
  Violation,
} from 'precandidate-contract';
import { ProblemError } from '../client/problem-error.ts';
import type { FormToShow } from '../controller/load-form.ts';
import type { IslandHandle } from '../island/island-handle.ts';
import type { Messages } from '../messages/messages.ts';
import { loadIsland } from './load-island.ts';

/** Whom the fields tell. */
export interface FormSlotHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** BCP 47: how numbers are written. */
  readonly localeTag: string;
  tell<Name extends ElementEventName>(name: Name, detail: ElementEvents[Name]): void;
  /** The candidate submitted values that satisfy the schema. */
  onSubmit(values: FormData): void;
  /** The candidate submitted values that do not. */
  onInvalid(errors: InvalidField[]): void;
  /** The form cannot be drawn any more. */
  onBroken(): void;
}

/** The place of the fields in the element: it loads the island and keeps what was typed. */
export class FormSlot {
  readonly #host: FormSlotHost;
  #island: IslandHandle | undefined;
  /** What the fields are called by now. */
  #messages: Messages | undefined;
  #localeTag = '';

  constructor(host: FormSlotHost) {
    this.#host = host;
  }

  /** The fields; `undefined` while there are none. */
  get island(): IslandHandle | undefined {
    return this.#island;
  }

  /** Draws another form in place of the one that stands. */
  async show(form: FormToShow, words: Promise<Messages>, signal: AbortSignal): Promise<void> {
    const [island, messages] = await Promise.all([loadIsland(), words]);
    signal.throwIfAborted();
    this.#mount(island, form, messages);
    this.#host.tell('precandidate-ready', { ...this.#counts() });
  }

  /** Says the same in these words; nothing when it does already. */
  translate(messages: Messages): void {
    const { localeTag } = this.#host;
    if (this.#island === undefined) return;
    if (this.#messages === messages && this.#localeTag === localeTag) return;
    this.#messages = messages;
    this.#localeTag = localeTag;
    this.#island.translate(messages, localeTag);
  }

  /** Takes the fields and what was typed out of the page. */
  close(): void {
    this.#island?.destroy();
    this.#island = undefined;
  }

  showErrors(violations: readonly Violation[]): void {
    this.#island?.showErrors(violations);
    const errors = violations.map(({ pointer, keyword }) => ({ pointer, keyword }));
    this.#host.onInvalid(errors);
  }

  #mount(
    { mount, islandStyles }: Awaited<ReturnType<typeof loadIsland>>,
    form: FormToShow,
    messages: Messages,
  ): void {
    const root = this.#host.renderRoot as ShadowRoot;
    const container = root.getElementById('island');
    if (container === null) return;
    this.#island?.destroy();
    adoptOnce(root, islandStyles);
    let isMounted = false;
    let isBroken = false;
    this.#messages = messages;
    this.#localeTag = this.#host.localeTag;
    this.#island = mount(container, {
      ...form,
      messages,
      localeTag: this.#localeTag,
      onChange: (field) =>
        this.#host.tell('precandidate-change', { field, missing: this.#counts().missing }),
      onInvalid: (errors) => this.#host.onInvalid(errors),
      onSubmit: (data) => this.#host.onSubmit(data),
      onBroken: () => {
        // While it is mounted, who asked for it is told by the error below.
        if (isMounted && !isBroken) this.#host.onBroken();
        isBroken = true;
      },
    });
    isMounted = true;
    if (isBroken) throw new ProblemError('form-broken');
  }

  #counts() {
    return this.#island?.counts() ?? { fields: 0, required: 0, missing: 0 };
  }
}

const sheets = new Map<string, CSSStyleSheet>();

/** Constructed sheets pass a policy without `style-src`; elements on one page share them. */
function adoptOnce(root: ShadowRoot, styles: string): void {
  let sheet = sheets.get(styles);
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    sheets.set(styles, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}
