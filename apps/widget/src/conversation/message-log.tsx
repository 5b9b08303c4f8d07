import { withVisibleBidi } from '@parley/sdk/markup';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { usePanel } from '../panel/state-context.ts';
import type { Conversation } from '../visit/conversation.ts';
import { partOf, threadItems } from '../visit/thread.ts';
import { MessageItem, OutgoingItem } from './message-view.tsx';

const nearEnd = 60;

interface Props {
  conversation: Conversation;
  onEdit: (text: string) => void;
}

/** The messages, followed by unsent ones. Stays scrolled to the end while the visitor is there. */
export function MessageLog({ conversation, onEdit }: Props) {
  const panel = usePanel();
  const { texts, visit, isOpen, page } = panel;
  const list = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const { me } = panel;
  const messages = conversation.messages.value;
  const items = useMemo(() => threadItems(messages, me), [messages, me]);
  const unsent = visit.value.outgoing.value.filter(({ requestId }) => requestId === conversation.requestId);
  const outgoing = unsent.filter(({ body }) => body.attributes?.subtype !== 'info');
  const newest = items.findLast(({ part }) => part === 'message');
  const newestOwn = items.findLast(({ part, isOwn }) => part === 'message' && isOwn);
  const typing = conversation.typing.value;
  const oldest = items[0]?.message.seq;
  const before = useRef({ oldest, height: 0 });

  // Messages added above must not move what the visitor reads.
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    if (isAtEnd) box.scrollTop = box.scrollHeight;
    else if (before.current.oldest !== oldest) box.scrollTop += box.scrollHeight - before.current.height;
    before.current = { oldest, height: box.scrollHeight };
  }, [messages, outgoing.length, typing, isAtEnd, oldest]);

  useLayoutEffect(() => {
    if (isAtEnd && isOpen.value && page.isVisible.value) void conversation.markRead();
  }, [messages, isAtEnd, isOpen.value, page.isVisible.value, conversation]);

  // Images and a phone's keyboard change what fits.
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [isAtEnd]);

  const onScroll = () => {
    const box = list.current;
    if (!box) return;
    setAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd);
    if (box.scrollTop < nearEnd && items.length > 0) void conversation.loadOlder();
  };

  return (
    <div class="log-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <div class="log" ref={list} onScroll={onScroll} tabIndex={0} role="group" aria-label={texts.text('MESSAGES')}>
        <ol>
          {conversation.hasOlder.value && (
            <li class="line">
              <button type="button" class="link" onClick={() => void conversation.loadOlder()}>
                {texts.text('OLDER')}
              </button>
            </li>
          )}
          {items.map((item) => [
            item.day !== undefined && (
              <li class="line" key={`day ${item.day}`}>
                {texts.day(item.day)}
              </li>
            ),
            <MessageItem
              key={item.message.seq}
              item={item}
              isNewest={item === newest}
              isNewestOwn={item === newestOwn && outgoing.length === 0}
              answer={messages.find(({ seq, sender }) => seq > item.message.seq && sender === me) ?? unsent[0]?.body}
            />,
          ])}
          {outgoing.map((entry) => (
            <OutgoingItem key={entry.id} entry={entry} onEdit={onEdit} />
          ))}
          {typing !== undefined && (
            <li class="item">
              <span class="bubble typing" role="img" aria-label={texts.text('TYPING', { name: typing })}>
                <i />
                <i />
                <i />
              </span>
            </li>
          )}
        </ol>
      </div>
      {!isAtEnd && (
        <button type="button" class="jump" onClick={() => setAtEnd(true)}>
          {texts.text('NEWER')}
        </button>
      )}
      <Announcements conversation={conversation} />
    </div>
  );
}

/** Announces sender and text of each incoming message to screen readers while the conversation is shown; not the visitor's own. */
function Announcements({ conversation }: { conversation: Conversation }) {
  const { me, texts } = usePanel();
  const messages = conversation.messages.value;
  const from = useRef<number | undefined>(undefined);
  if (from.current === undefined && messages.length > 0) from.current = messages.at(-1)?.seq;
  const said = messages.filter(
    (message) =>
      from.current !== undefined &&
      message.seq > (from.current ?? 0) &&
      message.sender !== me &&
      partOf(message) === 'message',
  );
  return (
    <div role="log" class="away">
      {said.slice(-10).map((message) => (
        <p key={message.seq}>
          {texts.text('SAID', { name: withVisibleBidi(message.senderFullname) })} {texts.summary(message)}
        </p>
      ))}
    </div>
  );
}
