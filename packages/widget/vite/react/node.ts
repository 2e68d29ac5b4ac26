/** A part of a program, as ESTree has it: where it stands in the text, in characters, and its parts. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** Whether a part of a node is a node itself. */
export function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Node).type === 'string';
}
