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

/** Takes away all text of the field that has the focus. */
export async function clearField(session: CDPSession): Promise<void> {
  const key = { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['selectAll'] });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyDown' });
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
}
