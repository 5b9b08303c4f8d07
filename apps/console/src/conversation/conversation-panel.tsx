import { closeRequest, isParleyError, type RequestRecord, reopenRequest, setReadPosition } from '@parley/sdk';
import { memo, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { failures } from '../app/failures.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { PanelBoundary } from '../app/panel-boundary.tsx';
import { onPreferences, preferences, setPreferences } from '../app/preferences.ts';
import { problemOf, Refused } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { offerUndo } from '../app/undo.ts';
import { useWorkplace } from '../app/workplace.tsx';
import type { InboxRow, ReadState } from '../inbox/row.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure } from '../ui/states.tsx';
import { useMedia } from '../ui/use-media.ts';
import { Announcer } from './announcer.tsx';
import { useUploads } from './attachments.tsx';
import { Composer } from './composer.tsx';
import { ContactPanel, ContactPanelSkeleton } from './contact-panel.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import type { Draft } from './drafts.ts';
import { FileDrop } from './file-drop.tsx';
import { MessageList } from './message-list.tsx';
import type { OutboxEntry } from './outbox.ts';
import { draftOf } from './send-reply.ts';
import { useChanges } from './use-changes.ts';
import { RequestIdProvider } from './use-request-id.ts';
import { useThread, useTyping } from './use-thread.ts';
import { useViewers, type Viewer } from './use-viewers.ts';
import { Writers } from './viewers.tsx';

const closedStatus = 1000;

const ScheduledMessages = lazyPart(
  'actions',
  async () => (await import('../schedule/scheduled-messages.tsx')).ScheduledMessages,
);
const MergedLine = lazyPart('actions', async () => (await import('../merge/merged-line.tsx')).MergedLine);
const MailStrip = lazyPart('actions', async () => (await import('./mail-strip.tsx')).MailStrip);

interface ConversationPanelProps {
  requestId: string;
  /** What the list knows of it, shown until the record has come. */
  row: InboxRow | undefined;
  onBack: () => void;
  /** Opens the next conversation of the list. */
  onNext: () => void;
  onRead: (read: ReadState) => void;
}

export function ConversationPanel(props: ConversationPanelProps) {
  return <Panel {...props} />;
}

/** Drawn again for what concerns it alone: the list beside it changes with each frame of the inbox. */
const Panel = memo(function Panel({ requestId, row, onBack, onNext, onRead }: ConversationPanelProps) {
  const t = useTexts();
  const { parley, outbox, drafts, me, teammate } = useWorkplace();
  const { source, state } = useThread(requestId);
  const typing = useTyping(requestId);
  const files = useUploads(requestId);
  const details = useDetails();
  const [readUpto] = useState(row?.read && row.read.unread > 0 ? row.read.upto : undefined);
  const composer = useRef<HTMLTextAreaElement>(null);
  const seen = useRef(row?.read?.unread === 0 ? row.read.upto : 0);

  const markSeen = useCallback(
    (seq: number) => {
      if (seq <= seen.current) return;
      seen.current = seq;
      void setReadPosition(parley, { request_id: requestId, upto: seq }).then(onRead, () => {
        // Said again with the next message, or when the conversation is opened again.
        seen.current = 0;
      });
    },
    [parley, requestId, onRead],
  );

  const changes = useChanges(requestId, source.setRequest);
  const { change } = changes;
  const reopen = useCallback(
    () => change(() => reopenRequest(parley, { request_id: requestId })),
    [change, parley, requestId],
  );

  async function close() {
    await change(() => closeRequest(parley, { request_id: requestId }));
    sayClosed();
  }

  /** The conversation may be left by then; one whose message was not taken stays open. */
  async function closeAfter(sent: Promise<boolean>) {
    if (await sent) failures.run('conversation.close', closeSent);
  }

  async function closeSent() {
    source.setRequest((await closeRequest(parley, { request_id: requestId })) as RequestRecord);
    sayClosed();
  }

  function sayClosed() {
    offerUndo({
      title: t('conversation.closed'),
      label: t('conversation.undo'),
      action: 'conversation.reopen',
      // The conversation may be left by then.
      undo: async () => source.setRequest(await reopenRequest(parley, { request_id: requestId })),
    });
  }

  async function reopenAndSend(entry: OutboxEntry) {
    await reopen();
    await outbox.retry(entry.id);
  }

  async function edit(entry: OutboxEntry) {
    const known = drafts.of(requestId);
    if (known.mode === 'note' && drafts.has(requestId)) throw new Refused(t('composer.noteFirst'));
    const taken = draftOf(entry.message);
    drafts.edit(requestId, {
      mode: 'reply',
      text: [taken.text, known.text].filter(Boolean).join('\n'),
      // Words that were written to be read literally stay so.
      isMicro: taken.isMicro && (known.isMicro || known.text.trim() === ''),
      files: [...taken.files, ...known.files],
    });
    // Kept as a draft before the outbox lets go of it.
    await drafts.flush();
    await outbox.discard(entry.id);
    composer.current?.focus();
  }

  const request = state.request;
  const requesterId = request && requesterOf(request);
  const isClosed = (request?.status ?? row?.status) === closedStatus;
  const closed = isClosed ? t('conversation.isClosed') : undefined;
  const mayClose = (request ?? row)?.participants?.includes(me) === true || isAtLeast(teammate.role, 'admin');
  const { writing, noteWriting } = useWriting();
  const viewers = useViewers(requestId, writing);

  function write(mode: Draft['mode']) {
    drafts.edit(requestId, { mode });
    if (composer.current) composer.current.focus();
    // The composer of a closed conversation is drawn only now, for a note.
    else requestAnimationFrame(() => composer.current?.focus());
  }

  async function markUnread() {
    const last = state.messages.findLast(({ sender }) => sender === requesterId);
    onRead(
      await setReadPosition(parley, { request_id: requestId, upto: Math.max(0, (last?.seq ?? 1) - 1), exact: true }),
    );
    onBack();
  }

  const unread = () => failures.run('conversation.unread', markUnread);
  useShortcuts({
    r: () => write('reply'),
    n: () => write('note'),
    u: unread,
    ...(isClosed
      ? { o: () => void reopen().catch(() => undefined) }
      : { e: () => void close().catch(() => undefined) }),
  });

  if (isParleyError(state.error, 'request_not_found'))
    return (
      <div className="m-auto">
        <Empty title={t('state.notFound')} action={<Button onClick={onBack}>{t('state.back')}</Button>}>
          {t('state.notFoundText')}
        </Empty>
      </div>
    );
  if (state.error && state.messages.length === 0)
    return <Failure problem={problemOf(state.error, t)} onRetry={() => void source.load()} />;
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <FileDrop refusal={closed} field={composer} onFiles={files.attach}>
        <ConversationHeader
          requestId={requestId}
          row={row}
          request={request}
          requesterId={requesterId}
          onBack={onBack}
          changes={changes}
          onChanged={source.setRequest}
          mayClose={mayClose}
          onClose={() => void close().catch(() => undefined)}
          onReopen={() => void reopen().catch(() => undefined)}
          viewers={viewers}
          onUnread={unread}
          detailsShown={details.shown}
          onDetails={() => details.show(!details.shown)}
        />
        <PanelBoundary>
          <RequestIdProvider value={requestId}>
            <MessageList
              requestId={requestId}
              requesterId={requesterId}
              source={source}
              state={state}
              readUpto={readUpto}
              typing={typing}
              onEdit={(entry) => failures.watch('message.edit', edit(entry))}
              onReopen={(entry) => void reopenAndSend(entry).catch(() => undefined)}
              onSeen={markSeen}
            />
          </RequestIdProvider>
        </PanelBoundary>
        {state.error !== undefined && (
          <div className="border-t border-line px-4 py-2">
            <Failure small problem={problemOf(state.error, t)} onRetry={() => void source.load()} />
          </div>
        )}
        {request?.scheduled && <ScheduledMessages request={request} />}
        {request?.merged_into && <MergedLine request={request} onChanged={source.setRequest} />}
        <Writers viewers={viewers} />
        <Announcer messages={state.messages} />
        {request?.channel?.name === 'email' && <MailStrip requestId={requestId} messages={state.messages} />}
        <Composer
          requestId={requestId}
          request={request}
          name={request?.lead.fullname ?? row?.lead?.fullname}
          messages={state.messages}
          field={composer}
          files={files}
          onWriting={noteWriting}
          isClosed={isClosed}
          onReopen={() => void reopen().catch(() => undefined)}
          closeRefusal={closed ?? (mayClose ? undefined : t('conversation.closeRefused'))}
          onCloseAfter={(sent) => void closeAfter(sent)}
          onNext={onNext}
        />
      </FileDrop>
      {details.shown && (
        <PanelBoundary>
          {request ? (
            <ContactPanel
              request={request}
              messages={state.messages}
              onChanged={source.setRequest}
              onClose={() => details.show(false)}
            />
          ) : (
            <ContactPanelSkeleton />
          )}
        </PanelBoundary>
      )}
    </div>
  );
});

/** Open as the person left it where there is room for all columns; elsewhere it begins closed, and is a sheet on small screens. */
function useDetails(): { shown: boolean; show: (shown: boolean) => void } {
  const { contactPanel } = useSyncExternalStore(onPreferences, preferences);
  const [sheet, setSheet] = useState(false);
  const isWide = useMedia('(min-width: 1360px)');
  if (isWide) return { shown: contactPanel, show: (shown) => setPreferences({ contactPanel: shown }) };
  return { shown: sheet, show: setSheet };
}

/** Principal of the visitor or user who asked. */
function requesterOf({ requester }: RequestRecord): string | undefined {
  return requester?.id_user?._id ?? requester?.uuid_user;
}

/** So long after the last key, a person no longer counts as writing. */
const writingMs = 10_000;

/** What the person does here, as colleagues see it. */
function useWriting(): { writing: Viewer['state']; noteWriting: (mode: Draft['mode']) => void } {
  const [writing, setWriting] = useState<Viewer['state']>('viewing');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const noteWriting = useCallback((mode: Draft['mode']) => {
    clearTimeout(timer.current);
    setWriting(mode === 'note' ? 'noting' : 'replying');
    timer.current = setTimeout(() => setWriting('viewing'), writingMs);
  }, []);
  return { writing, noteWriting };
}
