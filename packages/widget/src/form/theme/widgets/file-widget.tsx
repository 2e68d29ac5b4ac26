import type { WidgetProps } from '@rjsf/utils';
import { isDataUrl, parseDataUrl } from 'precandidate-contract';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import { partId } from '../../fields/field-id.ts';
import { fileRules } from '../../files/file-rules.ts';
import { fileFaultText, fileHint, fileName, sizeText } from '../../files/file-texts.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo, useInputProps } from '../use-field.ts';
import { lostUrl } from '../../files/lost-files.ts';
import { useFiles } from './use-files.ts';

/**
 * One file, or in an array several, as `data:` URLs with their names, as RJSF's own widget does. Some
 * are sent as base64; see `answersIn`. The words of the browser's own control would be in its language; it is
 * visible only before hydration, when nothing else can say which file was chosen.
 */
export function FileWidget(props: WidgetProps): ReactNode {
  const { pointer, valueSchema: schema, messages: own } = useFieldInfo();
  const isList = schema.type === 'array';
  const { messages, numbers, store } = useForm();
  const inputProps = useInputProps(props);
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useIsHydrated();
  const { urls, reading, lost, refused, maxBodyBytes, read, setUrls } = useFiles(props);
  const { accept, isImage } = fileRules(schema);
  const hint = fileHint(schema, messages, numbers, maxBodyBytes);
  const hintId = partId(pointer, 'options');
  const refusedId = partId(pointer, 'refused');
  // The same file may be there twice.
  const remove = (index: number) => {
    input.current?.focus();
    setUrls(urls.toSpliced(index, 1));
  };
  const { file } = messages;
  const choose = isImage ? file.choosePhoto : file.choose;
  const another = isList ? file.addAnother : file.replace;
  return (
    <div className="files">
      {hint !== '' && (
        <p className="hint" part="hint" id={hintId}>
          {hint}
        </p>
      )}
      {urls.length + reading.length > 0 && (
        <ul className="chosen-files">
          {urls.map((url, index) => (
            <ChosenFile key={index} url={url} onRemove={() => remove(index)} />
          ))}
          {reading.map((name, index) => (
            <li key={`reading ${index}`} className="hint" aria-busy="true" translate="no">
              {name}
            </li>
          ))}
        </ul>
      )}
      <label className="button secondary choose-file" part="choose-file">
        {urls.length > 0 ? another : choose}
        <input
          type="file"
          ref={input}
          className={isHydrated ? 'unseen' : undefined}
          part="input"
          multiple={isList}
          accept={accept}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            if (files.length === 0) return;
            const added = files.map(lostUrl);
            const placeholder = isList ? [...urls, ...added] : added[0];
            store.startReading(read(files), { pointer, placeholder }, isList);
            // So that the same file can be chosen again.
            target.value = '';
          }}
          {...inputProps}
          aria-describedby={
            [hint && hintId, refused && refusedId, inputProps['aria-describedby']]
              .filter(Boolean)
              .join(' ') || undefined
          }
        />
      </label>
      <p className="error" role="alert" id={refusedId}>
        {refused && `${refused.name}: ${fileFaultText(refused.fault, messages, numbers)}`}
      </p>
      {lost.length > 0 && (
        <p className="warning" aria-live="polite">
          {formatMessage(file.lost, own, lost.map((name) => name || file.unnamed).join(', '))}
        </p>
      )}
    </div>
  );
}

/** `false` in prerendered HTML. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

interface ChosenFileProps {
  url: string;
  onRemove: () => void;
}

/** What was chosen: a small picture of an image, its name and size, and a button that removes it. */
function ChosenFile({ url, onRemove }: ChosenFileProps): ReactNode {
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
