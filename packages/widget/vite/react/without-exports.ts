import { edited } from './edited.ts';
import { isNode, type Node } from './node.ts';
import { program } from './program.ts';

/** A script of CommonJS without the exports that nobody asks for. */
export function withoutExports(code: string, asked: readonly string[]): string {
  const unasked = program(code).body.filter((statement) => {
    const name = exportOf(statement);
    return name !== undefined && !asked.includes(name);
  });
  return edited(
    code,
    unasked.map(({ start, end }) => ({ start, end, text: '' })),
  );
}

/** The name in `exports.name = …`. */
function exportOf({ expression }: Node): string | undefined {
  const target = isNode(expression) ? expression['left'] : undefined;
  if (!isNode(target) || !isNode(target['object']) || !isNode(target['property'])) return undefined;
  return target['object']['name'] === 'exports' ? String(target['property']['name']) : undefined;
}
