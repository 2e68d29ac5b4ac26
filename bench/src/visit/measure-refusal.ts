import type { OpenPage } from './open-page.ts';

/** From the press on `submit` to the first error on the screen, ms. */
export async function measureRefusal(open: OpenPage, submit: string): Promise<number> {
  const { page, session, told } = open;
  const button = page.locator(submit).last();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (box === null) throw new Error(`no button ${submit} is on the screen`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left' as const };
  await session.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', clickCount: 1 });
  await session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', clickCount: 1 });
  return told('error');
}
