import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import type { Language, Messages } from './messages.ts';
import pt from './pt.json' with { type: 'json' };

/** For servers; a browser loads one language. */
export const MESSAGES: Record<Language, Messages> = { es, pt, en };
