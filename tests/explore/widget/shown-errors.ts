import type { Fault } from '../shared/explorer.ts';
import { within } from '../shared/turns.ts';
import { ifStillThere } from './perform.ts';
import type { Shown } from './screen.ts';
import type { Visit } from './visit.ts';

const VISIBLE_WITHIN_MS = 2_000;

interface ShownErrors {
  texts: string[];
  /** Ids of controls that are marked as invalid. */
  invalid: ReadonlySet<number>;
  /** They are not seen, or lead nowhere. */
  fault?: Fault;
}

/**
 * The errors that a refused submit shows.
 *
 * @param isChanged - the service has changed the form: a notice may say it, and the focus stays
 */
export async function checkErrors(visit: Visit, isChanged: boolean): Promise<ShownErrors> {
  let screen: readonly Shown[] = [];
  const focused = await within(VISIBLE_WITHIN_MS, async () => {
    screen = await visit.screen();
    return screen.find(({ isFocused, part }) => isFocused && part !== 'submit');
  });
  const texts = screen.filter(({ part }) => part === 'error').map(({ text }) => text);
  const isErrorLink = ({ role, groups, isOutgoing }: Shown) =>
    role === 'link' && groups.length === 0 && !isOutgoing;
  const links = screen.filter(isErrorLink);
  const invalid = new Set(screen.filter(({ isInvalid }) => isInvalid).map(({ id }) => id));
  const fault = (kind: string, seen: string): ShownErrors => ({
    texts,
    invalid,
    fault: { property: 'b', kind, expected: 'errors that are seen and focused', seen },
  });
  if (isChanged && (await hasNotice(visit))) return { texts, invalid };
  if (focused === undefined) return fault('errors without focus', texts.join('; '));
  if (links.length === 0 && texts.length === 0)
    return fault('no error is shown', `focus on ${focused.role} “${focused.name}”`);
  for (const link of links) {
    if (!(await ifStillThere(() => visit.click(link.id)))) continue;
    await visit.settle();
    const hit = (await visit.screen()).find(({ isFocused }) => isFocused);
    const isControl = hit !== undefined && hit.role !== 'link' && hit.part !== 'error-summary';
    if (!isControl || !(await isInView(visit, hit.id)))
      return fault('an error leads nowhere', `“${link.name}” to ${hit?.role ?? 'nothing'}`);
  }
  return { texts, invalid };
}

async function hasNotice(visit: Visit): Promise<boolean> {
  const notice = visit.page.locator('main precandidate-form [part=notice]');
  const box = (await notice.count()) === 1 ? await notice.boundingBox() : null;
  const { height = 0 } = visit.page.viewportSize() ?? {};
  return box !== null && box.y + box.height > 0 && box.y < height;
}

async function isInView(visit: Visit, id: number): Promise<boolean> {
  const { quads } = await visit.tab.wire.send('DOM.getContentQuads', { backendNodeId: id });
  const top = quads[0]?.[1] ?? -1;
  const bottom = quads[0]?.[5] ?? -1;
  const { height = 0 } = visit.page.viewportSize() ?? {};
  return bottom > 0 && top < height;
}
