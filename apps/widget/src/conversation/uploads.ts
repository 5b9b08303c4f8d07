import { isParleyError, type UploadView, uploadFile } from '@parley/sdk';
import { useEffect, useRef, useState } from 'preact/hooks';

import { usePanel } from '../panel/state-context.ts';

const maxAtOnce = 10;

/** A file in the composer: being uploaded, or done. */
interface Upload {
  id: string;
  file: File;
  percent: number;
  done: UploadView | undefined;
  cancel(): void;
}

interface Uploads {
  uploads: readonly Upload[];
  /** Why the last file was rejected. */
  fault: string | undefined;
  add(files: Iterable<File>): void;
  remove(id: string): void;
  clear(): void;
}

/** Uploads files as soon as they are chosen; checks first what the API would refuse. */
export function useUploads(): Uploads {
  const state = usePanel();
  const { texts } = state;
  const { maxBytes, types } = state.boot.uploads;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [fault, setFault] = useState<string>();
  const ends = useRef(new AbortController());
  // The panel was closed, or the visitor has changed.
  useEffect(() => () => ends.current.abort(), []);
  const remove = (id: string) => setUploads((all) => all.filter((one) => one.id !== id));
  const change = (id: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  async function send(file: File): Promise<void> {
    if (file.size > maxBytes)
      return setFault(`${texts.word('MAX_ATTACHMENT_ERROR')} ${limitIn(texts.word('MAX_ATTACHMENT'), maxBytes)}`);
    if (!isTaken(file, types)) return setFault(texts.text('TYPE_REFUSED'));
    const id = crypto.randomUUID();
    const stop = new AbortController();
    ends.current.signal.addEventListener('abort', () => stop.abort());
    const cancel = () => {
      stop.abort();
      remove(id);
    };
    setUploads((all) => [...all, { id, file, percent: 0, done: undefined, cancel }]);
    try {
      await state.becomeVisitor();
      stop.signal.throwIfAborted();
      const onProgress = (sent: number) => change(id, { percent: Math.round((100 * sent) / Math.max(1, file.size)) });
      const done = await uploadFile(
        state.visit.peek().parley,
        { file, to: 'chat', onProgress },
        { signal: stop.signal },
      );
      change(id, { percent: 100, done });
    } catch (error) {
      if (stop.signal.aborted) return;
      remove(id);
      const isType = isParleyError(error, 'file_type_not_allowed');
      const isFull = isParleyError(error, 'quota_exceeded');
      setFault(texts.text(isType ? 'TYPE_REFUSED' : isFull ? 'QUOTA' : 'UPLOAD_FAILED', { name: file.name }));
    }
  }

  return {
    uploads,
    fault,
    add: (files) => {
      setFault(undefined);
      for (const file of [...files].slice(0, maxAtOnce)) void send(file);
    },
    remove,
    clear: () => setUploads([]),
  };
}

/** The message for an uploaded file. */
export function messageOf({ file, done }: Upload, api: string) {
  const { filename, type = file.type, size, width, height } = done as UploadView;
  const kind = type.startsWith('image/') ? ('image' as const) : ('file' as const);
  const src = `${api}/v3/files?path=${encodeURIComponent(filename)}`;
  return {
    type: kind,
    text: kind === 'file' ? file.name : '',
    metadata: { src, name: file.name, type, size, ...(width && height && { width, height }) },
  };
}

/** By extension or media type, including `image/*`; the API checks the content. */
function isTaken({ name, type }: { name: string; type: string }, types: readonly string[]): boolean {
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot).toLowerCase();
  return types.some((one) => {
    const wanted = one.toLowerCase();
    if (wanted === '*' || wanted === '*/*') return true;
    if (wanted.startsWith('.')) return wanted === extension;
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
  });
}

function limitIn(label: string, maxBytes: number): string {
  return label.replace('{{file_size_limit}}', `${Math.floor(maxBytes / 1_048_576)} MB`);
}
