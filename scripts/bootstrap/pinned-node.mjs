import { existsSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';

const OLDEST = 24;

/**
 * The Node binary that runs the project: the one that the lockfile pins, else the host's own when
 * it is new enough. Also puts it first on PATH, so that whatever a task starts finds the same one.
 */
export function pinnedNode() {
  const pinned = resolve(
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const node = existsSync(pinned) ? pinned : hostNode(pinned);
  process.env.PATH = dirname(node) + delimiter + (process.env.PATH ?? '');
  return node;
}

function hostNode(pinned) {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return process.execPath;
  throw new Error(
    `The pinned Node is not at ${pinned}, and this host's Node ${process.versions.node} is older ` +
      `than ${OLDEST}. Remove node_modules and run the command again.`,
  );
}
