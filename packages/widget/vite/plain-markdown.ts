import type { ReactNode } from 'react';

/** Replaces `markdown-to-jsx`: we show text that comes from a service as plain text. */
export function Markdown({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
