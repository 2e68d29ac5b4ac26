import { drawFields } from './draw-fields.ts';
import type { FormServer } from './index.ts';
import { readPost } from '../no-javascript/read-post.ts';
import { pageWords } from '../no-javascript/words-of.ts';

export { drawFields, pageWords, readPost };

({ drawFields, readPost, pageWords }) satisfies FormServer;
