import type { CDPSession } from 'playwright';
import { NEW_TITLE } from './changed-schemas.ts';

/** A control or group that assistive technology finds in the element, in the order of the page. */
export interface Shown {
  id: number;
  role: string;
  /** Its accessible name without "(optional)", and of an input of files without the text of its button. */
  name: string;
  /** Text, chosen option, or state of a checkbox or radio button. */
  value: string;
  isChecked: boolean;
  isFocused: boolean;
  isInvalid: boolean;
  isDisabled: boolean;
  isRequired: boolean;
  /** Its list of suggestions is open. */
  isExpanded: boolean;
  isBusy: boolean;
  /** Of `::part()`. */
  part: string;
  type: string;
  domId: string;
  autocomplete: string;
  /** It leads out of the form. */
  isOutgoing: boolean;
  /** Names of the groups around it, from the outside. */
  groups: readonly string[];
  /** Index of the list entries around it (`part="item"`), from the outside. */
  entry: readonly number[];
  /** What a list of files or choices inside its field offers to remove. */
  removable: string[];
  /** Names of the files that its field is still reading, or will read once the form is hydrated. */
  reading: string[];
  /** Texts of its options, if it is a menu. */
  options: readonly string[];
  /** Text in and below it that is read out. */
  text: string;
}

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  value?: { value: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
  parentId?: string;
  backendDOMNodeId?: number;
}

interface DomNode {
  backendNodeId: number;
  nodeName: string;
  nodeValue: string;
  attributes?: string[];
  children?: DomNode[];
  shadowRoots?: DomNode[];
}

interface Place {
  attributes: Record<string, string>;
  entry: readonly number[];
  /** Id of the `part="field"` around it. */
  field: number;
  /** Text of the `part="choose-file"` around it. */
  button: string;
}

/** Reads what the page shows, from the accessibility tree. */
export async function readScreen(wire: CDPSession): Promise<Shown[]> {
  const [{ root }, { nodes }] = (await Promise.all([
    wire.send('DOM.getDocument', { depth: -1, pierce: true }),
    wire.send('Accessibility.getFullAXTree'),
  ])) as unknown as [{ root: DomNode }, { nodes: AxNode[] }];
  const places = new Map<number, Place>();
  collectPlaces(root, { entry: [], field: -1, button: '', isInside: false }, places);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const childrenOf = ({ childIds = [] }: AxNode) => childIds.flatMap((id) => byId.get(id) ?? []);
  const shown: Shown[] = [];
  const top = nodes.find(({ parentId }) => parentId === undefined);
  if (top !== undefined) collectShown(top, [], { childrenOf, places, shown });
  for (const { id, part, name, text, isBusy } of shown) {
    const removable = part === 'remove' ? undefined : REMOVE.exec(name)?.[1];
    const field = places.get(id)?.field ?? -1;
    if (field === -1) continue;
    for (const other of shown.filter((each) => places.get(each.id)?.field === field)) {
      if (removable !== undefined) other.removable.push(removable);
      if (isBusy) other.reading.push(text);
    }
  }
  return shown;
}

/** The id of what holds other forms of the page. */
export const OTHER_FORMS = 'other-forms';

interface Around extends Omit<Place, 'attributes'> {
  isInside: boolean;
}

/** Where each DOM node of the element is. */
function collectPlaces(node: DomNode, around: Around, places: Map<number, Place>): void {
  const attributes = attributesOf(node);
  if (attributes.id === OTHER_FORMS) return;
  const isInside = around.isInside || node.nodeName === 'PRECANDIDATE-FORM';
  const field = attributes.part === 'field' ? node.backendNodeId : around.field;
  const button = attributes.part === 'choose-file' ? textIn(node) : around.button;
  if (isInside) places.set(node.backendNodeId, { attributes, entry: around.entry, field, button });
  let items = 0;
  for (const child of [...(node.shadowRoots ?? []), ...(node.children ?? [])]) {
    const isItem = attributesOf(child).part === 'item';
    const entry = isItem ? [...around.entry, items++] : around.entry;
    collectPlaces(child, { entry, field, button, isInside }, places);
  }
}

function attributesOf({ attributes: pairs = [] }: DomNode): Record<string, string> {
  const names = Array.from({ length: pairs.length / 2 }, (_, at) => at);
  return Object.fromEntries(names.map((at) => [pairs[2 * at], pairs[2 * at + 1] ?? '']));
}

const textIn = ({ nodeValue, children = [] }: DomNode): string =>
  textOf(nodeValue + children.map(textIn).join(''));

const GROUPS = new Set(['group', 'radiogroup']);
const REMOVE = /^(?:Remove|Quitar|Remover) (.+)$/;
const OPTIONAL = /\s*\((optional|opcional)\)$/;

interface Collection {
  childrenOf: (node: AxNode) => AxNode[];
  places: ReadonlyMap<number, Place>;
  shown: Shown[];
}

function collectShown(node: AxNode, groups: readonly string[], collection: Collection): void {
  const { childrenOf, places, shown } = collection;
  const role = node.role?.value ?? '';
  const place = places.get(node.backendDOMNodeId ?? -1);
  const name = nameOf(node, place);
  if (!node.ignored && place !== undefined && role !== 'StaticText' && role !== 'InlineTextBox') {
    const property = (wanted: string) =>
      node.properties?.find((each) => each.name === wanted)?.value.value;
    shown.push({
      id: node.backendDOMNodeId ?? -1,
      role,
      name,
      value: textOf(node.value?.value),
      isChecked: property('checked') === 'true' || property('checked') === true,
      isFocused: property('focused') === true,
      isInvalid: property('invalid') === 'true',
      isDisabled: property('disabled') === true,
      isRequired: property('required') === true,
      isExpanded: property('expanded') === true,
      isBusy: place.attributes['aria-busy'] === 'true',
      part: place.attributes.part ?? '',
      type: place.attributes.type ?? '',
      domId: place.attributes.id ?? '',
      autocomplete: place.attributes.autocomplete ?? '',
      isOutgoing: place.attributes.target === '_blank',
      groups,
      entry: place.entry,
      removable: [],
      reading: fileInBrowsersControl(node, place),
      options: role === 'combobox' ? namesIn(node, 'option', childrenOf) : [],
      text: namesIn(node, 'StaticText', childrenOf).join(''),
    });
  }
  const around = GROUPS.has(role) && name !== '' ? [...groups, name] : groups;
  for (const child of childrenOf(node)) collectShown(child, around, collection);
}

function nameOf({ name }: AxNode, place: Place | undefined): string {
  const text = textOf(name?.value);
  const isFile = place?.attributes.type === 'file' && text.endsWith(place.button);
  return (isFile ? text.slice(0, -place.button.length).trim() : text).replace(OPTIONAL, '');
}

/** Before hydration, the browser's own control names the file. */
function fileInBrowsersControl({ value }: AxNode, { attributes }: Place): string[] {
  const text = textOf(value?.value);
  const isVisible = attributes.type === 'file' && attributes.class !== 'unseen';
  return !isVisible || text === '' || text === 'No file chosen' ? [] : [text];
}

/** Names of the nodes with a role in a node, or its own. */
function namesIn(node: AxNode, role: string, childrenOf: Collection['childrenOf']): string[] {
  if (node.role?.value === role) return [textOf(node.name?.value)];
  return childrenOf(node).flatMap((child) => namesIn(child, role, childrenOf));
}

/** A text without the invisible marks and doubled spaces that layout adds. */
const textOf = (value: unknown): string =>
  String(value ?? '')
    .replaceAll(NEW_TITLE, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
