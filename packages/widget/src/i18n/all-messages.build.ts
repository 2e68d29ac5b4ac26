import { type Messages, withPluralRules } from './messages.ts';
import { readLanguages } from './read-languages.ts';

/** By language. For servers: a browser loads one language. */
export default Object.fromEntries(
  readLanguages().map((file) => [file.language, withPluralRules(file)]),
) as Record<string, Messages>;
