import { Fragment, type ReactNode } from 'react';
import { type MarkupNode, parseMarkup } from '../../fields/markup.ts';
import { useForm } from '../../form-context.ts';

const URL_PATTERN = /(https?:\/\/[^\s<>"'«»]*[^\s<>"'«».,;:!?)\]])/i;

interface RichTextProps {
  text: string;
  /** An address in the text that shows what to type, and leads nowhere. */
  example?: string | undefined;
}

/** A text of the schema: paragraphs, lists, emphasis, and links of its HTML, and addresses as links. */
export function RichText({ text, example }: RichTextProps): ReactNode {
  return <Nodes nodes={parseMarkup(text)} example={example} />;
}

/** The same in a place for a single line, such as a label. */
export function RichLine({ text }: { text: string }): ReactNode {
  return <Nodes nodes={parseMarkup(text)} isLine />;
}

interface NodesProps extends Pick<RichTextProps, 'example'> {
  nodes: readonly MarkupNode[];
  isLine?: boolean;
}

function Nodes({ nodes, example, isLine = false }: NodesProps): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return <LinkedText key={index} {...{ text: node, example }} />;
    const { tag: Tag, href, children } = node;
    if (Tag === 'br') return isLine ? ' ' : <br key={index} />;
    const content = <Nodes nodes={children} {...{ example, isLine }} />;
    if (Tag === 'a')
      return (
        <WebLink key={index} href={href}>
          {content}
        </WebLink>
      );
    const isInline = Tag === 'strong' || Tag === 'em';
    if (isLine && !isInline) return <Fragment key={index}>{content} </Fragment>;
    return <Tag key={index}>{content}</Tag>;
  });
}

/** Text in which http(s) addresses are links. */
function LinkedText({ text, example }: RichTextProps): ReactNode {
  // `split` with a group returns text and addresses in turns.
  const parts = text.split(URL_PATTERN);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 || part === example ? (
      part
    ) : (
      <WebLink key={index} href={part}>
        {part}
      </WebLink>
    ),
  );
}

/** A link to another tab. */
function WebLink({ href, children }: { href: string | undefined; children: ReactNode }): ReactNode {
  const { newTab } = useForm().messages;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="unseen"> {newTab}</span>
    </a>
  );
}
