import { addNote, type RequestRecord } from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { useMutation } from '@tanstack/react-query';
import { ChevronUp, CornerDownLeft, SendHorizontal, SquareCode } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

import { failures } from '../app/failures.ts';
import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { onPreferences, preferences, setPreferences } from '../app/preferences.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useScreenActions } from '../keyboard/screen-actions.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toasts.tsx';
import { AttachButton, Attachments, type FilesOfDraft } from './attachments.tsx';
import { useWindowClosed } from './channel-window.ts';
import type { Draft, TakenDraft } from './drafts.ts';
import { EmojiButton } from './emoji-button.tsx';
import { stillMentioned } from './mentions.ts';
import { ModeTabs } from './mode-tabs.tsx';
import { useOpenComposer } from './open-composers.ts';
import { sendReply } from './send-reply.ts';
import type { ThreadMessage } from './thread.ts';
import { TypingSignal } from './typing-signal.ts';
import { useCompletion } from './use-completion.ts';

const SchedulePicker = lazyPart(
  'actions',
  async () => (await import('../schedule/schedule-picker.tsx')).SchedulePicker,
  takesKeys,
);

const MailSignature = lazyPart('actions', async () => (await import('./signature.tsx')).MailSignature);

interface ComposerProps {
  requestId: string;
  request: RequestRecord | undefined;
  /** Of the contact. */
  name: string | undefined;
  messages: readonly ThreadMessage[];
  field: RefObject<HTMLTextAreaElement | null>;
  files: FilesOfDraft;
  isClosed: boolean;
  onReopen: () => void;
  /** Why this person may not close it. */
  closeRefusal: string | undefined;
  /** Closes the conversation, once what was written has arrived. */
  onCloseAfter: (sent: Promise<boolean>) => void;
  /** Opens the next conversation of the list. */
  onNext: () => void;
  /** A key was pressed in the text; colleagues see that this person writes. */
  onWriting: (mode: Draft['mode']) => void;
}

/** Where words are written, kept from the first key on. Source: contract 80 section 6.3. */
export function Composer(props: ComposerProps) {
  const { requestId, request, name, messages, field, files, isClosed, onReopen, onWriting, closeRefusal } = props;
  const t = useTexts();
  const { drafts, outbox, parley, connection, people } = useWorkplace();
  const draft = useSyncExternalStore(
    (listener) => drafts.subscribe(listener),
    () => drafts.of(requestId),
  );
  const { enterSends } = useSyncExternalStore(onPreferences, preferences);
  const typing = useMemo(
    () => new TypingSignal((on) => connection.live.publish(topics.typing(requestId), { typing: on })),
    [connection, requestId],
  );
  const overtaken = useOvertaken(messages, draft);
  const completion = useCompletion({ requestId, request, draft, field });
  const { uploads, attach } = files;
  const [confirmed, setConfirmed] = useState(0);
  const [isScheduling, setIsScheduling] = useState(false);
  const isNote = draft.mode === 'note';
  // Notes carry no files: those of a reply wait in the composer.
  const canSend = (draft.text.trim() !== '' || (!isNote && draft.files.length > 0)) && uploads.length === 0;
  const isUnconfirmed = overtaken !== undefined && confirmed < overtaken.seq;
  const names = { name: name ?? t('contact.title') };
  const hint = t(isNote ? 'composer.noteHint' : 'composer.replyHint', names);
  const isWindowClosed = useWindowClosed(request?.channel_window);
  const onlyTemplates = request?.channel_window?.templates_only === true;
  /** Why the channel carries no reply now. */
  const notCarried =
    isWindowClosed && !isNote
      ? t(onlyTemplates ? 'composer.onlyTemplates' : 'composer.windowClosed', names)
      : undefined;
  const refusal = notCarried ?? (canSend ? undefined : hint);

  useOpenComposer(requestId, field);
  useEffect(() => () => typing.stop(), [typing]);
  // Another conversation is opened: other tabs may change the draft.
  useEffect(() => () => drafts.blur(requestId), [drafts, requestId]);

  const note = useMutation({
    // One after the other, in the order in which they were written.
    scope: { id: `note:${requestId}` },
    mutationFn: ({ draft: { text, mentions } }: TakenDraft) => {
      const mentioned = stillMentioned(text, mentions, people.nameOf);
      return addNote(parley, { request_id: requestId, text, ...(mentioned.length > 0 && { mentions: mentioned }) });
    },
    onSuccess: (_, taken) => {
      if (taken.draft.files.length > 0) taken.restore({ ...taken.draft, text: '', mentions: [] });
      else failures.watch('draft.keep', taken.finish());
      toast.add({ title: t('composer.noteAdded') });
    },
    onError: (_error, taken) => taken.restore(taken.draft),
    meta: { action: 'note.add', once: true },
  });

  /**
   * @param anyway also over a colleague's newer answer
   * @param after what follows a reply
   */
  function send({ anyway, after }: { anyway: boolean; after?: 'close' | 'next' }) {
    // Read now: a second Enter may come before the first one is drawn.
    const { mode, text } = drafts.of(requestId);
    if (uploads.length > 0 || (mode === 'note' ? text.trim() === '' : isWindowClosed)) return;
    if (mode === 'reply' && isUnconfirmed && !anyway) return setConfirmed(overtaken.seq);
    const taken = drafts.take(requestId);
    if (!taken) return;
    typing.stop();
    if (mode === 'note') note.mutate(taken);
    else reply(taken, after);
    if (mode === 'reply' && after === 'next') props.onNext();
    else field.current?.focus();
  }

  function reply(taken: TakenDraft, after: 'close' | 'next' | undefined) {
    const sent: Promise<boolean>[] = [];
    const kept = sendReply(taken, async (message) => {
      const { id } = await outbox.add(requestId, message);
      if (after === 'close') sent.push(outbox.whenSent(id));
    });
    failures.watch('reply.keep', kept);
    if (after !== 'close') return;
    const isSent = async () => {
      await kept;
      return (await Promise.all(sent)).every(Boolean);
    };
    // What was not kept is in the composer again, and the bar says why.
    props.onCloseAfter(isSent().catch(() => false));
  }

  const more = isNote
    ? []
    : [
        {
          title: t('composer.sendAndClose'),
          refusal: refusal ?? closeRefusal,
          run: () => send({ anyway: true, after: 'close' }),
        },
        {
          title: t('composer.sendAndNext'),
          refusal,
          run: () => send({ anyway: true, after: 'next' }),
        },
        {
          title: t('schedule.action'),
          refusal: notCarried ?? (draft.text.trim() === '' ? hint : undefined),
          run: () => setIsScheduling(true),
        },
      ];
  useScreenActions(more.filter(({ refusal }) => refusal === undefined));

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || completion.press(event)) return;
    // From here on, single letters are shortcuts again.
    if (event.key === 'Escape') return event.currentTarget.blur();
    if (event.key !== 'Enter') return;
    const always = event.ctrlKey || event.metaKey;
    if (!always && (!enterSends || event.shiftKey)) return;
    event.preventDefault();
    const after = always && event.shiftKey && closeRefusal === undefined ? 'close' : undefined;
    // Over a colleague's answer, the first Enter is the question and the second one the answer to it.
    send({ anyway: false, ...(after && { after }) });
  }

  function write(text: string) {
    const isWritten = text.trim() !== '';
    drafts.edit(requestId, {
      text,
      since: isWritten ? (drafts.of(requestId).since ?? messages.at(-1)?.seq ?? 0) : undefined,
    });
    completion.move();
    if (isWritten) onWriting(draft.mode);
    if (!isNote && isWritten) typing.key();
  }

  /** Where the caret is, in place of what is selected. */
  function insert(words: string) {
    const { text } = drafts.of(requestId);
    const { selectionStart: from = text.length, selectionEnd: to = from } = field.current ?? {};
    flushSync(() => write(text.slice(0, from) + words + text.slice(to)));
    field.current?.setSelectionRange(from + words.length, from + words.length);
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
    <div
      className={classes(
        'relative border-t border-line px-4 pt-2 pb-3 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-2 has-[textarea:focus-visible]:outline-accent',
        isNote ? 'bg-private' : 'bg-paper',
      )}
    >
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
      {draft.isMicro && !isNote && (
        <p role="status" className="mb-1.5 text-small text-ink-soft">
          {t('composer.microText')}
        </p>
      )}
      {notCarried !== undefined && (
        <p role="status" className="mb-1.5 rounded-box bg-warn-soft px-2 py-1 text-small text-warn">
          {notCarried}
        </p>
      )}
      {overtaken && (
        <p role="status" className="mb-1.5 rounded-box bg-warn-soft px-2 py-1 text-small text-warn">
          {t('composer.answered', { name: overtaken.senderFullname })}
        </p>
      )}
      {completion.list}
      {isScheduling && <SchedulePicker requestId={requestId} onClose={() => setIsScheduling(false)} />}
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        value={draft.text}
        maxLength={isNote ? 10_000 : 65_536}
        aria-label={hint}
        placeholder={hint}
        {...completion.field}
        onChange={({ target }) => write(target.value)}
        onSelect={completion.move}
        onKeyDown={press}
        onFocus={() => drafts.focus(requestId)}
        onBlur={() => drafts.blur(requestId)}
        className="field-sizing-content max-h-[calc(var(--view-height)*0.4)] min-h-12 w-full resize-none bg-transparent py-1 text-base text-ink outline-none"
      />
      <Attachments
        draft={draft}
        files={files}
        onRemove={(file) => drafts.edit(requestId, { files: draft.files.filter((one) => one !== file) })}
      />
      {!isNote && request?.channel?.name === 'email' && <MailSignature requestId={requestId} />}
      <div className="flex items-center justify-between">
        <div className="flex gap-1">
          {!isNote && <AttachButton onFiles={attach} />}
          <EmojiButton field={field} onPick={insert} />
          {!isNote && (
            <IconButton
              label={t('composer.microLanguage')}
              pressed={draft.isMicro === true}
              onClick={() => {
                drafts.edit(requestId, { isMicro: !draft.isMicro });
                field.current?.focus();
              }}
            >
              <SquareCode size={16} aria-hidden />
            </IconButton>
          )}
        </div>
        <div className="flex items-center gap-1">
          {!isNote && (
            <Menu
              align="end"
              trigger={
                <IconButton label={t('composer.moreSends')}>
                  <ChevronUp size={16} aria-hidden />
                </IconButton>
              }
            >
              {more.map(({ title, refusal, run }) => (
                <MenuItem key={title} refusal={refusal} onSelect={run}>
                  {title}
                </MenuItem>
              ))}
            </Menu>
          )}
          <Button
            look="primary"
            small
            pending={note.isPending}
            refusal={refusal}
            onClick={() => send({ anyway: true })}
          >
            {isNote ? t('composer.addNote') : t(overtaken ? 'composer.sendAnyway' : 'composer.send')}
            <SendHorizontal size={13} aria-hidden className="rtl:-scale-x-100" />
          </Button>
        </div>
      </div>
    </div>
  );
}

/** A colleague's message that came after the first of the unsent words. */
function useOvertaken(messages: readonly ThreadMessage[], draft: Draft): ThreadMessage | undefined {
  const { people, me } = useWorkplace();
  const { since, mode } = draft;
  if (since === undefined || mode !== 'reply') return undefined;
  return messages.findLast(
    ({ seq, sender, audience }) =>
      seq > since &&
      sender !== me &&
      audience !== 'team' &&
      people.nameOf(sender) !== undefined &&
      !sender.startsWith('bot_'),
  );
}
