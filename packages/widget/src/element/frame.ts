import styles from './form.css?inline';
import sheetUrl from './form.css?url';

/** What stands in the root where the fields were drawn with their styles. */
type StandingSheet = HTMLLinkElement | HTMLStyleElement;

/**
 * What stands in the shadow root from first to last; whatever else is drawn stands around the fields.
 * One that a server or the loader has put into the page, with its fields, is taken over.
 */
export class Frame {
  readonly root: ShadowRoot;
  /** All that is on the screen. */
  readonly base: HTMLElement;
  /** The place of the fields: never moved, and drawn by the island alone. */
  readonly island: HTMLElement;
  /** The shape of a form, shown while it loads: as high as two fields and a button. */
  readonly skeleton: HTMLElement;

  constructor(host: HTMLElement) {
    this.root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.island = this.root.querySelector('.base > #island') ?? partOf('form', { id: 'island' });
    this.base = this.island.parentElement ?? partOf('base', { className: 'base' });
    this.skeleton = partOf('skeleton', { className: 'skeleton' });
    this.skeleton.hidden = this.island.firstChild !== null;
    this.skeleton.tabIndex = -1;
    this.skeleton.append(...BONES.map(boneOf));
    if (!this.base.isConnected) this.base.append(this.island);
    this.island.before(this.skeleton);
    // What is appended anew loses the focus, wherever it stood.
    if (this.base.parentNode !== this.root) this.root.append(this.base);
    this.#dress();
  }

  /** Focuses the first field, or what stands for the fields that will come. */
  focus(options?: FocusOptions): void {
    const control = this.island.querySelector<HTMLElement>(CONTROLS);
    (control ?? this.skeleton).focus(options);
  }

  /**
   * Gives the root its styles, unless they stand there: every change of its sheets has all fields
   * styled anew. A sheet of another version, or one that a policy stopped, makes room.
   */
  #dress(): void {
    const standing = this.root.querySelector<StandingSheet>('link, style');
    const names = standing?.sheet ? [...standing.attributes].map(({ value }) => value) : [];
    if (names.some((name) => name.endsWith(sheetUrl))) return;
    this.root.adoptedStyleSheets.push(ourSheet());
    standing?.remove();
  }
}

const CONTROLS = 'input:not([type=hidden]), select, textarea, button, summary';
const FIELD = ['label', 'hint', 'field'];
const BONES = [...FIELD, ...FIELD, 'button'];

function boneOf(shape: string): HTMLElement {
  const bone = document.createElement('span');
  bone.className = `bone ${shape}-shape`;
  return bone;
}

export function partOf(
  part: string,
  names: Pick<Partial<HTMLElement>, 'id' | 'className'>,
): HTMLElement {
  const element = Object.assign(document.createElement('div'), names);
  element.setAttribute('part', part);
  return element;
}

let shared: CSSStyleSheet | undefined;

/** Constructed sheets pass a policy without `style-src`; elements on one page share it. */
function ourSheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(styles);
  }
  return shared;
}
