import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx`: text that comes from a service is shown as text. RJSF renders
 * Markdown in two error messages that our templates do not draw.
 */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
