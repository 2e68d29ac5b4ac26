/** Names that RJSF's paths or a `uiSchema` give another meaning to. */
const TAKEN = /^(?:$|\*$|__proto__$|classNames$|ui:|\uE000)/;

/** The name of a property in RJSF's paths, and in the schemas that RJSF gets. */
export const encodeName = (name: string): string => (TAKEN.test(name) ? `\uE000${name}` : name);
