import type { WidgetProps } from '@rjsf/utils';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { formatMessage } from '../../../i18n/format-message.ts';
import { isBase64File } from '../../fields/kinds.ts';
import { fileName } from '../../fields/file-name.ts';
import { entrySchema } from '../../fields/options.ts';
import { useForm } from '../../form-context.ts';
import { useFieldInfo, useInputProps } from '../use-field.ts';
import { useChoose } from './use-choose.ts';

/** What the proxy takes of a form that does not tell its own limit, because it seems to have no files. */
const DEFAULT_MAX_BODY_BYTES = 256 * 1024;
/** Base64 adds a third; the other fields take some room, too. */
const FILE_SHARE = 0.7;

/**
 * One file, or in an array several, as `data:` URLs with their names, as RJSF's own widget does. Some
 * are sent as base64; see `answersIn`.
 */
export function FileWidget(props: WidgetProps): ReactNode {
  const { pointer, valueSchema: schema, messages: own } = useFieldInfo();
  const multiple = schema.type === 'array';
  const { messages, store } = useForm();
  const inputProps = useInputProps(props);
  const input = useRef<HTMLInputElement>(null);
  const { urls, lost, error, nameOfFile, read, setUrls } = useFiles(props);
  const { contentMediaType } = (multiple && entrySchema(schema)) || schema;
  // The same file may be there twice.
  const remove = (index: number) => {
    input.current?.focus();
    setUrls(urls.toSpliced(index, 1));
  };
  return (
    <div className="files">
      <input
        type="file"
        ref={input}
        className="input"
        part="input"
        multiple={multiple}
        accept={contentMediaType}
        onChange={({ target }) => {
          const added = [...(target.files ?? [])].map(lostUrl);
          const placeholder = multiple ? [...urls, ...added] : added[0];
          store.startReading(read(target), { pointer, placeholder });
        }}
        {...inputProps}
      />
      <p className="error" role="alert">
        {error}
      </p>
      {urls.length === 0 && lost !== undefined && (
        <p className="warning" aria-live="polite">
          {formatMessage(messages.file.lost, own, lost || messages.file.unnamed)}
        </p>
      )}
      {urls.map((url, index) => (
        <p className="file" key={index}>
          <span translate="no">{nameOfFile(url)}</span>{' '}
          <button type="button" className="button quiet" onClick={() => remove(index)}>
            {formatMessage(messages.remove, nameOfFile(url))}
          </button>
        </p>
      ))}
    </div>
  );
}

/** The files of a field, and how more are read. */
function useFiles(props: WidgetProps) {
  const { value } = props;
  const info = useFieldInfo();
  const { valueSchema: schema } = info;
  const multiple = schema.type === 'array';
  const { messages, numbers, model } = useForm();
  const choose = useChoose(props.onChange);
  /** A list entry moves when another one is removed. */
  const latest = useRef({ pointer: info.pointer, choose });
  latest.current = { pointer: info.pointer, choose };
  const [error, setError] = useState('');
  const { 'x-max-body-bytes': maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = model.schema;
  const urls = urlsIn(value).filter((url) => !LOST.test(url));
  const setUrls = (next: readonly string[]) => latest.current.choose(multiple ? next : next[0]);
  const lost = useLostFiles(value, () => setUrls(urls));
  const { supersede, superseded } = useSuperseded();
  /**
   * Resolves to what ends the reading. That returns whether a submit may go on: the form has the chosen files, or
   * they do not count any more.
   */
  const read = async (input: HTMLInputElement): Promise<() => boolean> => {
    // Of a single file, only the latest choice counts.
    if (!multiple) supersede();
    // So that a screen reader announces the same error again.
    setError('');
    const reading = Promise.all([...(input.files ?? [])].map(toDataUrl));
    const added = await Promise.race([reading.catch(() => undefined), superseded()]);
    if (added === 'superseded') return () => true;
    input.value = '';
    // The base64 of an empty file is empty, like no answer.
    const isNoAnswer = (url: string) => isBase64File(schema) && url.endsWith(',');
    if (added !== undefined && !added.some(isNoAnswer)) return () => take(added);
    setError(messages.file.unreadable);
    return () => false;
  };
  const take = (added: readonly string[]): boolean => {
    // Other files may have been added while these were read.
    const current = urlsIn(model.valueAt(latest.current.pointer));
    const next = multiple ? [...current, ...added] : added.slice(0, 1);
    // What the form would send: its values, with these files instead of the field's current ones.
    const isTooLarge = sizeOf(model.values) - sizeOf(current) + sizeOf(next) > maxBodyBytes;
    if (isTooLarge) {
      const megabytes = Math.floor((maxBodyBytes * FILE_SHARE) / 1e5) / 10;
      setError(formatMessage(messages.file.tooLarge, numbers.format(megabytes)));
    } else if (next.length > 0) setUrls(next);
    return !isTooLarge;
  };
  const nameOfFile = (url: string) => fileName(url) || messages.file.unnamed;
  return { urls, lost, error, nameOfFile, read, setUrls };
}

/**
 * Ends what a field reads: `supersede` resolves the promises that `superseded` has returned, as a reset and the
 * removal of the field do.
 */
function useSuperseded() {
  const [ends] = useState<(() => void)[]>([]);
  const supersede = useCallback(() => ends.splice(0).forEach((end) => end()), [ends]);
  useEffect(() => supersede, [supersede]);
  const superseded = () =>
    new Promise<'superseded'>((resolve) => ends.push(() => resolve('superseded')));
  return { supersede, superseded };
}

/** A file of an earlier page whose content its draft had no room for, or did not have yet; see `draft-storage.ts`. */
const LOST = /^data:lost;name=[^;,]*,$/;
const lostUrl = ({ name }: File) => `data:lost;name=${encodeURIComponent(name)},`;

/**
 * The names of lost files; `undefined` when none was lost.
 *
 * @param remove - removes them from the value
 */
function useLostFiles(value: unknown, remove: () => void): string | undefined {
  const [shown, setShown] = useState<string>();
  const lost = urlsIn(value).filter((url) => LOST.test(url));
  const names = lost.map(fileName).join(', ');
  if (lost.length > 0 && names !== shown) setShown(names);
  const latest = useRef(remove);
  latest.current = remove;
  useEffect(() => {
    if (lost.length > 0) latest.current();
  }, [lost.length]);
  return shown;
}

function urlsIn(value: unknown): string[] {
  return [value].flat().filter((url): url is string => typeof url === 'string' && url !== '');
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(new Error('The file cannot be read')));
    reader.addEventListener('load', () => {
      const url = String(reader.result);
      resolve(url.replace(';base64', `;name=${encodeURIComponent(file.name)};base64`));
    });
    reader.readAsDataURL(file);
  });
}

/** Of a value as JSON, in bytes. */
const sizeOf = (value: unknown) => new Blob([JSON.stringify(value ?? null)]).size;
