import type { ReactNode } from 'react';
import { withoutMarkup } from '../../fields/markup.ts';
import { RichText } from './rich-text.tsx';

interface FormIntroProps {
  title: string | undefined;
  description: unknown;
}

/** The title and the description of the whole form. */
export function FormIntro({ title, description }: FormIntroProps): ReactNode {
  const text = typeof description === 'string' ? description : '';
  if (!title && !text) return null;
  return (
    <header className="intro" part="intro">
      {title && <h2>{withoutMarkup(title)}</h2>}
      {text && (
        <div>
          <RichText text={text} />
        </div>
      )}
    </header>
  );
}
