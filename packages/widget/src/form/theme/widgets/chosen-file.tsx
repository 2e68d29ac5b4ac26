import { isDataUrl, parseDataUrl } from 'precandidate-contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import { fileName, sizeText } from '../../files/file-texts.ts';
import { useForm } from '../../form-context.ts';

interface ChosenFileProps {
  url: string;
  onRemove: () => void;
}

/** What was chosen: a small picture of an image, its name and size, and a button that removes it. */
export function ChosenFile({ url, onRemove }: ChosenFileProps): ReactNode {
  const { messages, numbers } = useForm();
  const name = fileName(url) || messages.file.unnamed;
  const file = isDataUrl(url) ? parseDataUrl(url) : undefined;
  return (
    <li className="file" part="file">
      {file?.mediaType.startsWith('image/') && <Thumbnail url={url} />}
      <span className="file-name">
        <span translate="no">{name}</span>
        {file && <span className="hint">{` ${sizeText(file.bytes, numbers)}`}</span>}
      </span>
      <button type="button" className="button quiet" onClick={onRemove}>
        {formatMessage(messages.remove, name)}
      </button>
    </li>
  );
}

/** Twice the size on the screen, for sharp screens. */
const SIZE = 96;

/** A canvas: a strict policy allows no images of `data:` URLs. */
function Thumbnail({ url }: { url: string }): ReactNode {
  const { controller } = useForm();
  const { loadImages } = controller.options;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void loadImages?.().then(async (images) => {
      if (!isWanted || canvas.current === null) return;
      const isOpened = await images?.renderThumbnail(canvas.current, url);
      if (isWanted) setIsDrawn(isOpened === true);
    });
    return () => {
      isWanted = false;
    };
  }, [loadImages, url]);
  return <canvas ref={canvas} width={SIZE} height={SIZE} hidden={!isDrawn} aria-hidden="true" />;
}
