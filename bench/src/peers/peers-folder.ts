import { fileURLToPath } from 'node:url';

/** Where the peers and their pages are. */
export const PEERS_FOLDER = fileURLToPath(new URL('../../peers', import.meta.url));
