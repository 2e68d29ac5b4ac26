import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx`, which RJSF's own theme needs and ours does not: the text as it is. ADR 4 has
 * the sizes.
 */
export const Markdown = ({ children }: { children?: ReactNode }): ReactNode => children;
