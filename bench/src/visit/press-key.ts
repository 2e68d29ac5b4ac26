import type { CDPSession } from 'playwright';

/** A letter key, pressed and lifted, as trusted events. */
export async function pressKey(session: CDPSession, letter: string): Promise<void> {
  const key = {
    key: letter,
    code: `Key${letter.toUpperCase()}`,
    windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
  };
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', text: letter });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
}
