import { getWidgetSettings } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Paperclip, X } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';

import { mayPass, problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { IconButton } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';
import { NextTry, type Problem } from '../ui/states.tsx';
import type { Draft, DraftFile } from './drafts.ts';
import { isImage } from './uploads.ts';

/** At a time, so that a folder dropped by mistake is not sent. */
const maxFiles = 10;

/** What the API takes at most. Asked for when a person is about to attach a file: no conversation needs it to be opened. */
function useUploadLimit() {
  const { parley, projectId } = useWorkplace();
  const client = useQueryClient();
  const { bytes } = useFormats();
  const query = {
    queryKey: ['uploads', projectId],
    queryFn: async () => (await getWidgetSettings(parley, {}, { retries: 0, timeoutMs: 2_000 })).uploads.maxBytes,
    staleTime: Number.POSITIVE_INFINITY,
  };
  const { data } = useQuery({ ...query, enabled: false });
  return {
    words: data === undefined ? undefined : bytes(data),
    /** Unknown where it cannot be read: the API refuses by itself then. */
    read: () => client.fetchQuery(query).catch(() => undefined),
  };
}

/** A file that is not in the draft, and why. */
interface FailedUpload {
  id: string;
  words: string;
  /** Of a call that may pass later. */
  problem?: Problem;
  again?: () => void;
}

/** What `useUploads` gives. */
export type FilesOfDraft = ReturnType<typeof useUploads>;

/** Uploads into the draft of a conversation, how to begin one, and what went wrong with the last ones. */
export function useUploads(requestId: string) {
  const t = useTexts();
  const { bytes } = useFormats();
  const { uploads } = useWorkplace();
  const limit = useUploadLimit();
  const shown = useSyncExternalStore(uploads.subscribe, () => uploads.of(requestId));
  const [failed, setFailed] = useState<readonly FailedUpload[]>([]);
  const tell = (words: string, more: Partial<FailedUpload> = {}) =>
    setFailed((known) => [...known, { id: crypto.randomUUID(), words, ...more }]);

  function send(file: File) {
    uploads.add(requestId, file).catch((error) => {
      const problem = problemOf(error, t);
      const id = crypto.randomUUID();
      const again = () => {
        setFailed((known) => known.filter((one) => one.id !== id));
        send(file);
      };
      tell(t('composer.uploadFailed', { name: file.name, reason: problem.msg }), {
        id,
        ...(mayPass(error) && { problem, again }),
      });
    });
  }

  async function attach(files: FileList) {
    // The list of an input is emptied when the input is.
    const chosen = [...files].slice(0, maxFiles);
    setFailed([]);
    if (files.length > maxFiles) tell(t('composer.uploadMost', { count: maxFiles }));
    const maxBytes = await limit.read();
    for (const file of chosen) {
      if (maxBytes !== undefined && file.size > maxBytes)
        tell(t('composer.uploadLargest', { name: file.name, limit: bytes(maxBytes) }));
      else send(file);
    }
  }

  return {
    uploads: shown,
    attach: (files: FileList) => void attach(files),
    failed,
    forget: () => setFailed([]),
  };
}

export function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  const t = useTexts();
  const { words, read } = useUploadLimit();
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
      <IconButton
        label={words ? t('composer.attachUpTo', { limit: words }) : t('composer.attach')}
        onFocus={read}
        onPointerEnter={read}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} aria-hidden />
      </IconButton>
    </>
  );
}

interface AttachmentsProps {
  draft: Draft;
  files: FilesOfDraft;
  onRemove: (file: DraftFile) => void;
}

/** What the draft carries, what is on its way, and what was refused. */
export function Attachments({ draft, files: { uploads, failed, forget }, onRemove }: AttachmentsProps) {
  const t = useTexts();
  return (
    <>
      {failed.length > 0 && (
        <div
          role="alert"
          className="mb-2 flex items-start gap-2 rounded-box bg-bad-soft py-1 ps-2 pe-1 text-small text-bad"
        >
          <ul className="min-w-0 flex-1 wrap-anywhere">
            {failed.map(({ id, words, problem, again }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {words}
                {problem && <NextTry problem={problem} onRetry={again} small />}
              </li>
            ))}
          </ul>
          <Remove label={t('state.close')} onClick={forget} />
        </div>
      )}
      {draft.mode === 'note' && draft.files.length > 0 && (
        <p className="mb-1 text-small text-ink-soft">{t('composer.filesWait')}</p>
      )}
      {draft.files.length + uploads.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-2">
          {draft.files.map((file) => (
            <li key={file.filename} className={chip}>
              <Thumbnail src={isImage(file.type) ? file.downloadURL : undefined} />
              <bdi className="max-w-60 truncate">{file.name}</bdi>
              <Remove label={t('composer.removeFile', { name: file.name })} onClick={() => onRemove(file)} />
            </li>
          ))}
          {uploads.map(({ id, name, percent, preview, cancel }) => (
            <li key={id} className={chip}>
              <Thumbnail src={preview} />
              <span className="flex min-w-0 flex-col gap-1">
                <bdi className="max-w-60 truncate">{t('composer.uploading', { name, percent })}</bdi>
                <Progress label={name} value={percent} max={100} />
              </span>
              <Remove label={t('state.cancel')} onClick={cancel} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const chip = 'flex items-center gap-2 rounded-box border border-line bg-raised p-1 text-small';

function Thumbnail({ src }: { src: string | undefined }) {
  if (src) return <img src={src} alt="" className="size-9 rounded-box object-cover" />;
  return <FileText size={16} aria-hidden className="m-1 shrink-0 text-ink-soft" />;
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-box hover:bg-hover"
    >
      <X size={12} aria-hidden />
    </button>
  );
}
