import { Paperclip, X } from 'lucide-react';
import { useRef, useSyncExternalStore } from 'react';

import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { IconButton } from '../ui/button.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Draft, DraftFile } from './drafts.ts';
import type { Upload } from './uploads.ts';

/** At a time, so that a folder dropped by mistake is not sent. */
const maxFiles = 10;

/** Uploads into the draft of a conversation, and how to begin one. */
export function useUploads(requestId: string): { uploads: readonly Upload[]; attach: (files: FileList) => void } {
  const t = useTexts();
  const { uploads } = useWorkplace();
  const shown = useSyncExternalStore(uploads.subscribe, () => uploads.of(requestId));

  function attach(files: FileList) {
    if (files.length > maxFiles) toast.add({ title: t('composer.uploadMost', { count: maxFiles }) });
    for (const file of [...files].slice(0, maxFiles))
      uploads.add(requestId, file).catch((error) => {
        toast.add({ title: t('composer.uploadFailed', { name: file.name, reason: problemOf(error, t).msg }) });
      });
  }

  return { uploads: shown, attach };
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
  uploads: readonly Upload[];
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
