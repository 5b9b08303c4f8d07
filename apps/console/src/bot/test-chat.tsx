import { closeRequest, getChatbotParameters, sendMessage } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw, SendHorizontal } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { failures } from '../app/failures.ts';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace, type Workplace } from '../app/workplace.tsx';
import { MarkupView } from '../conversation/markup-view.tsx';
import type { ThreadMessage } from '../conversation/thread.ts';
import { useThread } from '../conversation/use-thread.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { inputLook } from '../ui/field.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { isObject } from './actions.ts';
import { Media } from './answer-preview.tsx';
import { buttonsIn, mediaIn, type SentButton, turnOf } from './test-message.ts';
import type { BotRecord } from './use-bots.ts';

/** A conversation with the draft of a bot: it holds no seat, and is in no list and no figure. Source: contract 20 section 1. */
export function TestChat({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const workplace = useWorkplace();
  const [requestId, setRequestId] = useState<string>();
  const start = useMutation({
    mutationFn: () => startTest(workplace, bot),
    onSuccess: setRequestId,
  });
  const { mutate } = start;
  useEffect(() => {
    mutate();
  }, [mutate]);
  useEffect(() => {
    if (requestId === undefined) return;
    return () => {
      failures.run('test.close', () => closeRequest(workplace.parley, { request_id: requestId }));
    };
  }, [workplace, requestId]);
  return (
    <section
      aria-label={t('bots.tab.test')}
      className="flex h-[min(44rem,75dvh)] flex-col rounded-box border border-line bg-paper"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line px-4 py-2">
        <div className="min-w-0">
          <h2 className="text-title font-semibold">{t('bots.tab.test')}</h2>
          <p className="text-small text-ink-soft">{t('bots.testText')}</p>
        </div>
        <Button small pending={start.isPending} onClick={() => mutate()}>
          <RotateCcw size={14} aria-hidden />
          {t('bots.startOver')}
        </Button>
      </header>
      {start.error ? (
        <Failure problem={problemOf(start.error, t)} onRetry={() => mutate()} />
      ) : requestId === undefined || start.isPending ? (
        <div className="p-4">
          <Skeleton className="h-24" />
        </div>
      ) : (
        <Talk key={requestId} requestId={requestId} />
      )}
    </section>
  );
}

async function startTest({ parley, projectId }: Workplace, bot: BotRecord): Promise<string> {
  const request_id = `support-group-${projectId}-${crypto.randomUUID().replaceAll('-', '')}`;
  await sendMessage(parley, {
    request_id,
    text: '\\start',
    attributes: { subtype: 'info' },
    sourcePage: `${location.origin}/console/?td_draft=true`,
    participants: [`bot_${bot._id}`],
    language: bot.language,
  });
  return request_id;
}

function Talk({ requestId }: { requestId: string }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { source, state } = useThread(requestId);
  const [text, setText] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const shown = state.messages.filter(isShown);
  const { mutate, isPending } = useMutation({
    mutationFn: (message: { text: string; attributes?: Record<string, unknown> }) =>
      sendMessage(parley, { request_id: requestId, ...message }),
    meta: { action: 'test.send' },
  });
  const newest = shown.at(-1)?._id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the newest message.
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '' || isPending) return;
    mutate({ text: text.trim() });
    setText('');
  }

  function press({ label, action, isEchoed }: SentButton) {
    if (action === undefined) return mutate({ text: label });
    mutate({ text: label, attributes: { action, ...(!isEchoed && { subtype: 'info' }) } });
  }

  if (state.error) return <Failure problem={problemOf(state.error, t)} onRetry={() => void source.load()} />;
  return (
    <>
      <div
        ref={list}
        role="log"
        aria-label={t('bots.testMessages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto p-4"
      >
        <ol className="flex flex-col gap-2">
          {shown.map((message) => (
            <Line key={message._id} message={message} isLast={message._id === newest} onPress={press} />
          ))}
        </ol>
      </div>
      <Parameters requestId={requestId} newest={newest} />
      <form onSubmit={submit} className="flex gap-2 border-t border-line p-3">
        <input
          aria-label={t('bots.testWrite')}
          placeholder={t('bots.testWrite')}
          value={text}
          dir="auto"
          maxLength={1000}
          onChange={({ target }) => setText(target.value)}
          className={classes(inputLook, 'h-9')}
        />
        <IconButton label={t('composer.send')} type="submit">
          <SendHorizontal size={16} aria-hidden className="rtl:-scale-x-100" />
        </IconButton>
      </form>
    </>
  );
}

/** Lines of the service and pressed buttons without an echo are not part of what visitors read. */
function isShown({ attributes, sender }: ThreadMessage): boolean {
  return attributes.subtype !== 'info' && sender !== 'system';
}

function Line({
  message,
  isLast,
  onPress,
}: {
  message: ThreadMessage;
  isLast: boolean;
  onPress: (button: SentButton) => void;
}) {
  const t = useTexts();
  const turn = turnOf(message);
  const media = mediaIn(message);
  const buttons = buttonsIn(message);
  const isBot = message.sender.startsWith('bot_');
  return (
    <li className={classes('flex max-w-[90%] flex-col gap-1', isBot ? 'items-start self-start' : 'items-end self-end')}>
      {media && <Media {...media} />}
      {message.text && (
        <div className={classes('rounded-box px-3 py-2', isBot ? 'border border-line bg-raised' : 'bg-accent-soft')}>
          <MarkupView text={message.text} />
        </div>
      )}
      {buttons.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {[...buttons.entries()].map(([at, button]) =>
            button.link ? (
              <span key={at} className="rounded-full border border-line px-2.5 py-1 text-small text-ink-soft">
                <bdi>{button.label}</bdi>
              </span>
            ) : (
              <Button key={at} small refusal={isLast ? undefined : t('bots.oldButton')} onClick={() => onPress(button)}>
                <bdi>{button.label}</bdi>
              </Button>
            ),
          )}
        </div>
      )}
      {turn && (
        <p className="text-small text-ink-soft">
          {turn.isFallback
            ? t('bots.fallback')
            : t('bots.matched', { intent: turn.intent, confidence: turn.confidence })}
        </p>
      )}
    </li>
  );
}

/** What the bot knows of the conversation. */
function Parameters({ requestId, newest }: { requestId: string; newest: string | undefined }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const { data } = useQuery({
    queryKey: ['bot-test', requestId, newest],
    queryFn: ({ signal }) => getChatbotParameters(parley, { request_id: requestId }, { signal }),
    placeholderData: (before) => before,
  });
  const entries = isObject(data) ? Object.entries(data) : [];
  if (entries.length === 0) return null;
  return (
    <details className="border-t border-line px-4 py-2 text-small">
      <summary className="font-semibold">{t('bots.parameters', { count: entries.length })}</summary>
      <dl className="grid max-h-32 grid-cols-[auto_1fr] gap-x-3 overflow-y-auto">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-ink-soft">{name}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
