import { minifySync } from 'vite';
import { isNode, type Node } from './node.ts';
import { program } from './program.ts';
import { walk } from './walk.ts';

/** A script of CommonJS without what nothing leads to; names stay as they are. */
export function compressed(code: string): string {
  const { code: result, errors } = minifySync(
    'script.js',
    `!function(require,exports){${code}\n}(r,e)`,
    { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  );
  if (errors[0]) throw new Error(errors[0].message);
  let body: Node | undefined;
  walk(program(result), (node) => {
    if (node.type === 'FunctionExpression' && isNode(node['body'])) body ??= node['body'];
    return body === undefined;
  });
  if (!body) throw new Error('A script that does nothing');
  return result.slice(body.start + 1, body.end - 1);
}
