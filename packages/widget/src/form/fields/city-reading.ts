import type { Cities } from '../../combobox/cities.ts';
import type { Reading } from '../theme/widgets/use-typed.ts';
import { tidyText } from './tidy-text.ts';

/**
 * A city is typed and shown by its name and told by its code, in the first form that the schema
 * takes: `PE LIM`, as in the service's examples, or `PELIM`. Any other text is taken as it is.
 */
export function cityReading(cities: Cities | undefined): Reading {
  return {
    read: (typed, isRight) => {
      const code = cities?.codeOf(typed);
      if (code === undefined) return tidyText(typed, isRight);
      const spaced = `${code.slice(0, 2)} ${code.slice(2)}`;
      return [spaced, code].find(isRight) ?? spaced;
    },
    write: (value) => cities?.nameOf(value) ?? value,
  };
}

/** The one country whose codes a pattern takes, as in `^PE ?[A-Z]{3}$`; else `undefined`. */
export function countryOf(pattern: string | undefined): string | undefined {
  return /^\^?\(?([A-Z]{2})(?![\w*+?{|])/.exec(pattern ?? '')?.[1];
}
