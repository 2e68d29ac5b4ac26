import type { Field, FieldKind, Json, Schema } from './form.ts';
import type { Node, TextFormat } from './ingredients.ts';

export type LeafNode = Exclude<Node, { is: 'group' | 'list' | 'tuple' }>;

interface Leaf extends Pick<
  Field,
  'options' | 'samples' | 'isPrefilled' | 'isSilent' | 'mayBeNull'
> {
  kind: FieldKind;
  schema: Schema;
}

const TEXTS: Record<TextFormat, { schema: Schema; samples: string[] }> = {
  none: { schema: {}, samples: ['Acme Quux', 'Zanzibar 5', 'x'] },
  email: { schema: { format: 'email' }, samples: ['ana@quux.example', 'b@zz.example', 'ana@'] },
  uri: { schema: { format: 'uri' }, samples: ['https://quux.example/a', 'https://zz.example'] },
  pattern: { schema: { pattern: '^[A-Z]{2}[0-9]{3}$' }, samples: ['QX123', 'ZZ999', '12'] },
  short: { schema: { minLength: 2, maxLength: 5 }, samples: ['quux', 'zyx12', 'quux quux'] },
  long: { schema: { maxLength: 400 }, samples: ['Quux and some more text', 'Zyx'] },
  unknown: { schema: { format: 'nickname' }, samples: ['Quuxie', 'Zyxie'] },
};

const NUMBER_SAMPLES = ['12', '7', '5', 'quux'];

/** The schema of a question, and what the oracle knows about it. */
export function leafField(
  node: LeafNode,
  title: string,
  hasTitle: boolean,
  isDraft04: boolean,
): Leaf {
  const { schema, ...leaf } = leafOf(node, isDraft04);
  const isTitled = hasTitle && !(node.is === 'constant' && !node.hasTitle);
  return { ...leaf, schema: { ...schema, ...(isTitled && { title }) } };
}

function leafOf(node: LeafNode, isDraft04: boolean): Leaf {
  const constant = (value: Json): Schema => (isDraft04 ? { enum: [value] } : { const: value });
  switch (node.is) {
    case 'text': {
      const { schema, samples } = TEXTS[node.format];
      const type = node.isNullable ? ['string', 'null'] : 'string';
      const own = { type, ...schema, ...(node.hasEmptyDefault && { default: '' }) };
      return { kind: 'text', schema: own, samples, ...(node.isNullable && { mayBeNull: true }) };
    }
    case 'untyped':
      return {
        kind: 'text',
        schema: { not: { enum: ['none'] } },
        samples: ['Untyped quux', 'Zyx'],
      };
    case 'number': {
      const { isWhole, least, default: initial } = node;
      const schema = {
        type: isWhole ? 'integer' : 'number',
        ...(least !== undefined && { minimum: least }),
        ...(initial !== undefined && { default: initial }),
      };
      const isPrefilled = initial !== undefined;
      return { kind: 'number', schema, samples: NUMBER_SAMPLES, isPrefilled };
    }
    case 'yesNo': {
      const { default: initial } = node;
      const schema = { type: 'boolean', ...(initial !== undefined && { default: initial }) };
      return { kind: 'yesNo', schema, isPrefilled: initial !== undefined };
    }
    case 'consent':
      return { kind: 'consent', schema: { type: 'boolean', ...constant(true) } };
    case 'choice':
      return choiceOf(node, constant);
    case 'several': {
      const values = Array.from({ length: node.count }, (_, at) => `Trade ${at + 1}`);
      const schema = { type: 'array', uniqueItems: true, items: { type: 'string', enum: values } };
      return { kind: 'several', schema, options: values.map((value) => [value, value]) };
    }
    case 'date':
      return { kind: 'date', schema: { type: 'string', format: 'date' } };
    case 'file': {
      const format = node.isBase64 ? { contentEncoding: 'base64' } : { format: 'data-url' };
      return { kind: 'file', schema: { type: 'string', ...format } };
    }
    case 'constant':
      return { kind: 'constant', schema: constant(node.value), isSilent: true };
  }
}

function choiceOf(
  { values, as, hasDefault }: LeafNode & { is: 'choice' },
  constant: (value: Json) => Schema,
): Leaf {
  const [first = null] = values;
  const initial = hasDefault ? { default: first } : {};
  const areTexts = values.every((value) => typeof value === 'string');
  if (as === 'enum' && areTexts) {
    const options = values.map((value) => [String(value), value] as const);
    const schema = { type: 'string', enum: [...values], ...initial };
    return { kind: 'choice', schema, options, isPrefilled: hasDefault };
  }
  const options = values.map((value) => [`Answer ${String(value)}`, value] as const);
  const keyword = as === 'enum' ? 'oneOf' : as;
  const all = options.map(([title, value]) => ({ ...constant(value), title }));
  const schema = { [keyword]: all, ...initial };
  return { kind: 'choice', schema, options, isPrefilled: hasDefault };
}
