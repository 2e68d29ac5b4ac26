import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fileName } from '../../files/file-texts.ts';
import { isLost, withoutLost } from '../../files/lost-files.ts';
import { readFile } from '../../files/read-file.ts';
import { useForm, useStored } from '../../form-context.ts';
import { useChoose, useFieldInfo } from '../use-field.ts';

/** What the proxy takes of a form that does not tell its own limit, because it seems to have no files. */
const DEFAULT_MAX_BODY_BYTES = 256 * 1024;

/** The files of a field, as `data:` URLs, and how more are read. */
export function useFiles({ value, onChange }: Pick<WidgetProps, 'value' | 'onChange'>) {
  const { pointer, valueSchema: schema } = useFieldInfo();
  const isList = schema.type === 'array';
  const { model, controller, askedForm, store } = useForm();
  const choose = useChoose(onChange);
  /** A list entry moves when another one is removed. */
  const latest = useRef({ pointer, choose });
  latest.current = { pointer, choose };
  const { refusedFiles } = store;
  const refused = useStored(() => refusedFiles.at(pointer));
  useLayoutEffect(() => {
    if (refused !== undefined) refusedFiles.noteSeen(pointer);
  }, [refusedFiles, refused, pointer]);
  const reading = useReading(pointer);
  const { 'x-max-body-bytes': maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = model.schema;
  const urls = urlsIn(withoutLost(value));
  const setUrls = (next: readonly string[]) => latest.current.choose(isList ? next : next[0]);
  const allLost = useLostFiles(value, () => setUrls(urls));
  // In a list, others stand beside it.
  const isBack = (name: string) =>
    isList ? urls.some((url) => fileName(url) === name) : urls.length > 0;
  const lost = allLost.filter((name) => !isBack(name));
  const currentUrls = () => urlsIn(model.valueAt(latest.current.pointer));
  /** What the form may still send, in characters, beside its other values. */
  const roomBeside = (kept: readonly string[]) =>
    maxBodyBytes - sizeOf(model.values) + sizeOf(currentUrls()) - sizeOf(kept);
  /** For {@link FieldStore.startReading}. The field may be off the screen by the end, in another step. */
  const read = async (files: readonly File[]): Promise<(pointer: string) => boolean> => {
    // So that a screen reader announces the same error again.
    refusedFiles.set(latest.current.pointer, undefined);
    const { loadImages } = controller.options;
    const added: string[] = [];
    for (const file of files) {
      const room = roomBeside(isList ? [...currentUrls(), ...added] : []);
      const made = await readFile(file, { schema, room, loadImages });
      if ('fault' in made)
        return (at) => {
          flushSync(() => refusedFiles.set(at, { name: file.name, fault: made.fault }));
          return false;
        };
      added.push(made.url);
    }
    return (at) => {
      if (askedForm.fieldAt(at) === undefined) return true;
      controller.commitAll({ keepFocused: true });
      // Other files may have been added while these were read.
      const all = isList ? [...urlsIn(model.valueAt(at)), ...added] : added[0];
      flushSync(() => controller.change(at, all));
      return true;
    };
  };
  return { urls, reading, lost, refused, maxBodyBytes, read, setUrls };
}

/** The names of the files that are still being read: a large photo takes a while. */
function useReading(pointer: string): string[] {
  const names = useStored(({ unread }) => {
    const own = unread.filter((each) => each.pointer === pointer);
    return JSON.stringify(own.flatMap(({ placeholder }) => urlsIn(placeholder).filter(isLost)));
  });
  return (JSON.parse(names) as string[]).map(fileName);
}

/**
 * The names of lost files.
 *
 * @param remove - removes them from the value
 */
function useLostFiles(value: unknown, remove: () => void): readonly string[] {
  const [shown, setShown] = useState<readonly string[]>([]);
  const lost = urlsIn(value).filter(isLost);
  const names = lost.map(fileName);
  if (lost.length > 0 && names.join('/') !== shown.join('/')) setShown(names);
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

/** Of a value as JSON, in bytes. */
const sizeOf = (value: unknown) => new Blob([JSON.stringify(value ?? null)]).size;
