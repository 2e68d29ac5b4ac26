import type { ReactNode } from 'react';
import { useForm } from '../form-context.ts';

const URL_PATTERN = /(https?:\/\/[^\s<>"'«»]*[^\s<>"'«».,;:!?)\]])/i;

/** Text in which http(s) addresses are links to another tab. */
export function LinkedText({ text }: { text: string }): ReactNode {
  const { newTab } = useForm().messages;
  // `split` with a group returns text and addresses in turns.
  const parts = text.split(URL_PATTERN);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
        <span className="unseen"> {newTab}</span>
      </a>
    ),
  );
}
