import { addNote, listCannedResponses, type RequestRecord, uploadFile } from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CornerDownLeft, Paperclip, SendHorizontal, X } from 'lucide-react';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import { onPreferences, preferences, setPreferences } from '../app/preferences.ts';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { toast } from '../ui/toasts.tsx';
import { matchingResponses } from './canned.ts';
import type { Draft, DraftFile } from './drafts.ts';
import type { ThreadMessage } from './thread.ts';
import { TypingSignal } from './typing-signal.ts';

interface ComposerProps {
  requestId: string;
  request: RequestRecord | undefined;
  messages: readonly ThreadMessage[];
  field: RefObject<HTMLTextAreaElement | null>;
  isClosed: boolean;
  onReopen: () => void;
}

/** Where words are written, kept from the first key on. Source: contract 80 section 6.3. */
export function Composer({ requestId, request, messages, field, isClosed, onReopen }: ComposerProps) {
  const t = useTexts();
  const { drafts, outbox, parley, connection, me } = useWorkplace();
  const draft = useSyncExternalStore(
    (listener) => drafts.subscribe(listener),
    () => drafts.of(requestId),
  );
  const { enterSends } = useSyncExternalStore(onPreferences, preferences);
  const typing = useMemo(
    () => new TypingSignal((on) => connection.live.publish(topics.typing(requestId), { typing: on })),
    [connection, requestId],
  );
  const overtaken = useOvertaken(messages, draft, me);
  const { uploads, attach } = useUploads(requestId);
  const [confirmed, setConfirmed] = useState(0);
  const isNote = draft.mode === 'note';
  const canSend = (draft.text.trim() !== '' || draft.files.length > 0) && uploads.length === 0;

  useEffect(() => () => typing.stop(), [typing]);
  // Another conversation is opened: nothing waits for a timer.
  useEffect(() => () => void drafts.flush(), [drafts]);
  useModeKeys(requestId);

  const note = useMutation({
    mutationFn: (given: Draft) =>
      addNote(parley, {
        request_id: requestId,
        text: given.text,
        ...(given.mentions.length > 0 && { mentions: given.mentions }),
      }),
    onSuccess: () => drafts.clear(requestId),
    onError: (error) => toast.add({ title: problemOf(error, t).msg }),
  });

  async function send() {
    if (!canSend || note.isPending) return;
    if (isNote) return note.mutate(draft);
    if (overtaken && confirmed < overtaken.seq) return setConfirmed(overtaken.seq);
    typing.stop();
    const { text, files } = draft;
    try {
      for (const file of files) await outbox.add(requestId, messageOf(file));
      if (text.trim()) await outbox.add(requestId, { text });
      await drafts.clear(requestId);
    } catch {
      toast.add({ title: t('state.failed') });
    }
    field.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const always = event.ctrlKey || event.metaKey;
    if (!always && (!enterSends || event.shiftKey)) return;
    event.preventDefault();
    void send();
  }

  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    drafts.edit(requestId, { text: event.target.value });
    if (!isNote && event.target.value.trim()) typing.key();
  }

  if (isClosed && !isNote && draft.text === '')
    return (
      <div className="flex items-center justify-between gap-3 border-t border-line bg-raised px-4 py-3">
        <p className="text-ink-soft">{t('composer.closed')}</p>
        <Button small onClick={onReopen}>
          {t('conversation.reopen')}
        </Button>
      </div>
    );
  return (
    <div className={classes('relative border-t border-line px-4 pt-2 pb-3', isNote ? 'bg-private' : 'bg-paper')}>
      <div className="mb-1.5 flex items-center justify-between">
        <ModeTabs draft={draft} onChange={(mode) => drafts.edit(requestId, { mode })} />
        <button
          type="button"
          onClick={() => setPreferences({ enterSends: !enterSends })}
          title={t('composer.sendKeys')}
          className="inline-flex h-6 items-center gap-1 rounded-box px-1.5 text-small text-ink-soft hover:bg-hover"
        >
          <CornerDownLeft size={12} aria-hidden />
          {t(enterSends ? 'composer.enterSends' : 'composer.enterBreaks')}
        </button>
      </div>
      {overtaken && (
        <p role="status" className="mb-1.5 rounded-box bg-warn-soft px-2 py-1 text-small text-warn">
          {t('composer.answered', { name: overtaken.senderFullname })}
        </p>
      )}
      <CannedResponses
        draft={draft}
        request={request}
        onPick={(text) => drafts.edit(requestId, { text })}
        field={field}
      />
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        value={draft.text}
        maxLength={isNote ? 10_000 : 65_536}
        aria-label={t(isNote ? 'composer.noteHint' : 'composer.replyHint', {
          name: request?.lead.fullname ?? t('contact.title'),
        })}
        placeholder={t(isNote ? 'composer.noteHint' : 'composer.replyHint', {
          name: request?.lead.fullname ?? t('contact.title'),
        })}
        onChange={change}
        onKeyDown={press}
        onFocus={() => drafts.focus(requestId)}
        onBlur={() => drafts.blur(requestId)}
        onPaste={(event) => event.clipboardData.files.length > 0 && attach(event.clipboardData.files)}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          attach(event.dataTransfer.files);
        }}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent py-1 text-base text-ink outline-none"
      />
      <Attachments
        draft={draft}
        uploads={uploads}
        onRemove={(file) => drafts.edit(requestId, { files: draft.files.filter((one) => one !== file) })}
      />
      <div className="flex items-center justify-between">
        <div className="flex gap-1">{!isNote && <AttachButton onFiles={attach} />}</div>
        <Button
          look="primary"
          small
          pending={note.isPending}
          refusal={
            canSend
              ? undefined
              : t(isNote ? 'composer.noteHint' : 'composer.replyHint', {
                  name: request?.lead.fullname ?? t('contact.title'),
                })
          }
          onClick={() => void send()}
        >
          {isNote
            ? t('composer.addNote')
            : t(overtaken && confirmed < overtaken.seq ? 'composer.sendAnyway' : 'composer.send')}
          <SendHorizontal size={13} aria-hidden className="rtl:-scale-x-100" />
        </Button>
      </div>
    </div>
  );
}

function ModeTabs({ draft, onChange }: { draft: Draft; onChange: (mode: Draft['mode']) => void }) {
  const t = useTexts();
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">{t('composer.mode')}</legend>
      {(['reply', 'note'] as const).map((mode) => (
        <label
          key={mode}
          className="cursor-pointer rounded-box px-2 py-0.5 text-small text-ink-soft has-checked:bg-hover has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="composer-mode"
            className="sr-only"
            checked={draft.mode === mode}
            onChange={() => onChange(mode)}
          />
          {t(`composer.${mode}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Keys `r` and `n` choose the mode from outside of the composer. */
function useModeKeys(requestId: string) {
  const { drafts } = useWorkplace();
  useEffect(() => {
    const choose = (event: Event) => drafts.edit(requestId, { mode: (event as CustomEvent<Draft['mode']>).detail });
    document.addEventListener('parley-composer-mode', choose);
    return () => document.removeEventListener('parley-composer-mode', choose);
  }, [drafts, requestId]);
}

/** A colleague's message that came over the unsent words. */
function useOvertaken(messages: readonly ThreadMessage[], draft: Draft, me: string): ThreadMessage | undefined {
  const { people } = useWorkplace();
  const since = useRef<number>(undefined);
  const newest = messages.at(-1)?.seq ?? 0;
  const isWriting = draft.mode === 'reply' && draft.text.trim() !== '';
  if (!isWriting) since.current = undefined;
  else since.current ??= newest;
  const from = since.current;
  if (from === undefined) return undefined;
  return messages.findLast(
    ({ seq, sender, audience }) =>
      seq > from &&
      sender !== me &&
      audience !== 'team' &&
      people.nameOf(sender) !== undefined &&
      !sender.startsWith('bot_'),
  );
}

interface Upload {
  id: string;
  name: string;
  percent: number;
  cancel: () => void;
}

/** Files go up once, before the message that carries them. */
function useUploads(requestId: string): { uploads: Upload[]; attach: (files: FileList) => void } {
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
      setUploads((known) => known.filter((one) => one.id !== id));
    }
  }

  return { uploads, attach: (files) => void Promise.all([...files].slice(0, 10).map(upload)) };
}

function messageOf(file: DraftFile) {
  const type = file.type.startsWith('image/') ? 'image' : 'file';
  return {
    type,
    text: type === 'file' ? file.name : '',
    metadata: { src: file.downloadURL, name: file.name, type: file.type, size: file.size },
  };
}

function AttachButton({ onFiles }: { onFiles: (files: FileList) => void }) {
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

function Attachments({
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

/** Listed while the draft is `/` and the beginning of a name. */
function CannedResponses({
  draft,
  request,
  onPick,
  field,
}: {
  draft: Draft;
  request: RequestRecord | undefined;
  onPick: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const t = useTexts();
  const { parley, projectId, people, me } = useWorkplace();
  const asked = /^\/(\S*)$/.exec(draft.text)?.[1];
  const responses = useQuery({
    queryKey: ['canned', projectId],
    queryFn: () => listCannedResponses(parley, { limit: 200 }),
    enabled: asked !== undefined,
    staleTime: 60_000,
  });
  if (asked === undefined || !responses.data) return null;
  const values = { recipient_name: request?.lead.fullname ?? '', agent_name: people.nameOf(me) ?? '' };
  const matching = matchingResponses(responses.data, asked, values);
  return (
    <ul
      aria-label={t('composer.canned')}
      className="absolute inset-x-4 bottom-full z-10 max-h-64 overflow-y-auto rounded-box border border-line bg-paper py-1 shadow-float"
    >
      {matching.length === 0 && <li className="px-3 py-1.5 text-ink-soft">{t('composer.cannedNone')}</li>}
      {matching.map(({ _id, title, text }) => (
        <li key={_id}>
          <button
            type="button"
            onClick={() => {
              onPick(text);
              field.current?.focus();
            }}
            className="flex w-full flex-col items-start px-3 py-1.5 text-start hover:bg-hover"
          >
            <bdi className="font-semibold">{title}</bdi>
            <bdi className="line-clamp-2 text-small text-ink-soft">{text}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
