import { ProblemError } from '../plugins/problem-error.ts';
import { SettingsError } from '../config/read-settings.ts';

/** Why the proxy cannot start, in one plain sentence or list: nobody wants a stack for a taken port. */
export function reasonOf(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof ProblemError)
    return 'The database cannot be used: unreachable, read-only, or (DATA_DIR) held by another process';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') return 'The port is taken: set PORT to another one';
  if (code === 'EADDRNOTAVAIL') return 'HOST is no address of this machine';
  if (/^(EACCES|EEXIST|ENOTDIR|EROFS|ENOENT)$/.test(code))
    return 'DATA_DIR is no folder that this user may write to, or the port may not be used';
  return `The proxy cannot start: ${error instanceof Error ? `${error.name} ${code}` : 'unknown'}`;
}
