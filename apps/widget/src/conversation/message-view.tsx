import type { MessageView } from '@parley/sdk';
import { withVisibleBidi } from '@parley/sdk/markup';

import { type Answer, buttonsOf, galleryOf } from '../bot/attachment.ts';
import { BotButtons } from '../bot/bot-buttons.tsx';
import { Gallery } from '../bot/gallery.tsx';
import { usePanel } from '../panel/state-context.ts';
import type { TextKey } from '../texts/en.ts';
import type { Outgoing } from '../visit/outbox.ts';
import { serviceLineOf, type ThreadItem } from '../visit/thread.ts';
import { Attached } from './attached.tsx';
import { MarkupView } from './markup-view.tsx';

const seenStatus = 300;

interface Props {
  item: ThreadItem;
  isNewest: boolean;
  /** The visitor's newest message, which shows its delivery status. */
  isNewestOwn: boolean;
  /** The visitor's next message, even if hidden or still being sent. */
  answer: Answer | undefined;
}

/** One stored message. */
export function MessageItem({ item: { message, part, isOwn, isFirst, isLast }, isNewest, isNewestOwn, answer }: Props) {
  const { texts } = usePanel();
  if (part === 'service') return <ServiceLine message={message} />;
  const cards = galleryOf(message);
  const at = Date.parse(message.createdAt);
  const isLive = isNewest && !answer;
  return (
    <li class={isOwn ? 'item own' : 'item'} data-seq={message.seq}>
      {isFirst && !isOwn && <bdi class="sender">{withVisibleBidi(message.senderFullname)}</bdi>}
      <div class="bubble">
        {isOwn && <span class="away">{texts.word('YOU')}: </span>}
        {message.metadata && <Attached message={message} />}
        {message.text && message.text !== message.metadata?.name && <MarkupView text={message.text} />}
      </div>
      {cards.length > 0 && <Gallery cards={cards} isLive={isLive} answer={answer} />}
      <BotButtons buttons={buttonsOf(message)} isLive={isLive} answer={answer} />
      {(isLast || isNewestOwn) && (
        <p class="meta">
          <time dateTime={message.createdAt}>{texts.time(at)}</time>
          {isNewestOwn && ' · '}
          {isNewestOwn && <span>{texts.text(message.status >= seenStatus ? 'SEEN' : 'SENT')}</span>}
        </p>
      )}
    </li>
  );
}

/** A service line, translated by its key: the stored text is in another language. */
function ServiceLine({ message }: { message: MessageView }) {
  const { texts, visit, me } = usePanel();
  const { word } = texts;
  const { fullname: name = '', closed_by: closer } = parametersOf(message);
  const messages = visit.value.current.value?.messages.value ?? [];
  const closedBy = closer === me ? word('YOU') : messages.map((one) => nameFrom(one, closer)).find(Boolean);
  const words: Record<string, string> = {
    CHAT_CLOSED: [word('INFO_SUPPORT_CHAT_CLOSED'), closedBy].filter(Boolean).join(' · '),
    CHAT_REOPENED: word('INFO_SUPPORT_CHAT_REOPENED'),
    LEAD_UPDATED: word('INFO_SUPPORT_LEAD_UPDATED'),
    MEMBER_JOINED_GROUP: `${name} ${word('INFO_SUPPORT_USER_ADDED_VERB')} ${word('INFO_SUPPORT_USER_ADDED_COMPLEMENT')}`,
    MEMBER_LEFT_GROUP: `${name} ${word('INFO_SUPPORT_MEMBER_LEFT_GROUP')}`,
  };
  return (
    <li class="line" dir="auto">
      {words[serviceLineOf(message) ?? ''] ?? message.text}
    </li>
  );
}

/** Parameters of a service line, with names made safe to show. */
function parametersOf({ attributes }: MessageView): Record<string, string | undefined> {
  const { parameters } = Object(attributes.messagelabel) as { parameters?: object };
  return Object.fromEntries(
    Object.entries(parameters ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? withVisibleBidi(value) : undefined,
    ]),
  );
}

/** The name of this person, if they wrote the message or joined with it. */
function nameFrom(message: MessageView, id: string | undefined): string | undefined {
  if (message.sender === id) return withVisibleBidi(message.senderFullname);
  const { member_id: member, fullname } = parametersOf(message);
  return member === id ? fullname : undefined;
}

/** A message that is not sent yet, or was refused. */
export function OutgoingItem({
  entry: { id, state, body },
  onEdit,
}: {
  entry: Outgoing;
  onEdit: (text: string) => void;
}) {
  const panel = usePanel();
  const { texts, page, visit } = panel;
  const { outbox } = visit.value;
  const waiting: TextKey = page.isOnline.value ? 'SENDING' : 'WAITING';
  const shown = body.text || String(Object(body.metadata).name ?? '');
  return (
    <li class="item own" data-state={state}>
      <div class="bubble">
        <span class="away">{texts.word('YOU')}: </span>
        <MarkupView text={shown} />
      </div>
      {state === 'waiting' ? (
        <p class="meta">{texts.text(waiting)}</p>
      ) : (
        <p class="meta bad" role="alert">
          <span>{texts.text(state === 'asking' ? 'ASKING' : 'NOT_SENT')}</span>
          <button type="button" class="link" onClick={() => outbox.retry(id)}>
            {texts.text(state === 'asking' ? 'SEND' : 'RETRY')}
          </button>
          {body.text && (
            <button
              type="button"
              class="link"
              onClick={() => {
                outbox.discard(id);
                onEdit(body.text ?? '');
              }}
            >
              {texts.text('EDIT')}
            </button>
          )}
          <button type="button" class="link" onClick={() => outbox.discard(id)}>
            {texts.text('DISCARD')}
          </button>
        </p>
      )}
    </li>
  );
}
