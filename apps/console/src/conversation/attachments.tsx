import { uploadFile } from '@parley/sdk';
import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { IconButton } from '../ui/button.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Draft, DraftFile } from './drafts.ts';

/** At a time, so that a folder dropped by mistake is not sent. */
const maxFiles = 10;

interface Upload {
  id: string;
  name: string;
  percent: number;
  cancel: () => void;
}

/** Files go up once, before the message that carries them. */
export function useUploads(requestId: string): { uploads: Upload[]; attach: (files: FileList) => void } {
  const t = useTexts();
  const { parley, drafts } = useWorkplace();
  const [uploads, setUploads] = useState<Upload[]>([]);

  async function upload(file: File) {
    const id = crypto.randomUUID();
    const stop = new AbortController();
    const show = (sent: number) =>
      setUploads((known) =>
        known.map((one) =>
          one.id === id ? { ...one, percent: Math.round((100 * sent) / Math.max(1, file.size)) } : one,
        ),
      );
    // A file that has not arrived yet is in no draft: the browser asks before the page goes, also from another conversation.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    setUploads((known) => [...known, { id, name: file.name, percent: 0, cancel: () => stop.abort() }]);
    try {
      const {
        filename,
        type = file.type,
        size = file.size,
      } = await uploadFile(parley, { file, to: 'chat', onProgress: show }, { signal: stop.signal });
      const downloadURL = `${parley.url}/v3/files?path=${encodeURIComponent(filename)}`;
      drafts.edit(requestId, {
        files: [...drafts.of(requestId).files, { name: file.name, type, size, filename, downloadURL }],
      });
    } catch (error) {
      if (!stop.signal.aborted)
        toast.add({ title: t('composer.uploadFailed', { name: file.name, reason: problemOf(error, t).msg }) });
    } finally {
      removeEventListener('beforeunload', ask);
      setUploads((known) => known.filter((one) => one.id !== id));
    }
  }

  function attach(files: FileList) {
    if (files.length > maxFiles) toast.add({ title: t('composer.uploadMost', { count: maxFiles }) });
    for (const file of [...files].slice(0, maxFiles)) void upload(file);
  }

  return { uploads, attach };
}

export function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          target.value = '';
        }}
      />
      <IconButton label={t('composer.attach')} onClick={() => input.current?.click()}>
        <Paperclip size={16} aria-hidden />
      </IconButton>
    </>
  );
}

export function Attachments({
  draft,
  uploads,
  onRemove,
}: {
  draft: Draft;
  uploads: Upload[];
  onRemove: (file: DraftFile) => void;
}) {
  const t = useTexts();
  if (draft.files.length + uploads.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {draft.files.map((file) => (
        <Chip
          key={file.filename}
          label={file.name}
          action={t('composer.removeFile', { name: file.name })}
          onAction={() => onRemove(file)}
        />
      ))}
      {uploads.map(({ id, name, percent, cancel }) => (
        <Chip
          key={id}
          label={t('composer.uploading', { name, percent })}
          action={t('state.cancel')}
          onAction={cancel}
        />
      ))}
    </ul>
  );
}

function Chip({ label, action, onAction }: { label: string; action: string; onAction: () => void }) {
  return (
    <li className="flex items-center gap-1 rounded-box border border-line bg-raised ps-2 text-small">
      <bdi className="max-w-60 truncate">{label}</bdi>
      <button
        type="button"
        aria-label={action}
        onClick={onAction}
        className="inline-flex size-6 items-center justify-center rounded-box hover:bg-hover"
      >
        <X size={12} aria-hidden />
      </button>
    </li>
  );
}
