import { useEffect, useState } from 'preact/hooks';

import { Greeting } from '../home/greeting.tsx';
import { usePanel } from '../panel/state-context.ts';
import type { Conversation } from '../visit/conversation.ts';
import { partOf } from '../visit/thread.ts';
import { keepAnswersToBots } from './answers-to-bots.ts';
import { Composer } from './composer.tsx';
import { MessageLog } from './message-log.tsx';
import { Rating } from './rating.tsx';

/** A conversation, or a new one. */
export function ConversationView({ conversation }: { conversation: Conversation }) {
  const state = usePanel();
  const { visit, texts, settings } = state;
  const { requestId } = conversation;
  const [text, setText] = useState(() => state.drafts.of(requestId));
  const messages = conversation.messages.value;
  const row = visit.value.rows.value.find(({ request_id: id }) => id === requestId);
  const isClosed = state.isClosed(requestId);
  const isEmpty = messages.length === 0 && !visit.value.outgoing.value.some((entry) => entry.requestId === requestId);
  const { disableInputMessage, inputMessagePlaceholder } =
    messages.findLast((message) => message.sender !== state.me && partOf(message) === 'message')?.attributes ?? {};

  useEffect(() => keepAnswersToBots(state, messages), [state, messages]);

  // Takes over the draft of another tab, unless the visitor is typing here.
  useEffect(() => {
    const onStorage = () => {
      if (!state.host.root.activeElement) setText(state.drafts.of(requestId));
    };
    globalThis.addEventListener('storage', onStorage);
    return () => globalThis.removeEventListener('storage', onStorage);
  }, [requestId, state]);

  return (
    <>
      {isEmpty && <Greeting />}
      <MessageLog
        key={requestId}
        conversation={conversation}
        onEdit={(words) => setText(text ? `${words}\n${text}` : words)}
      />
      {isClosed && (
        <div class="closing">
          {settings.value.nativeRating && <Rating key={requestId} requestId={requestId} given={row?.rating} />}
          <button type="button" class="secondary" onClick={() => void state.begin()}>
            {texts.text('ANOTHER')}
          </button>
        </div>
      )}
      <Composer
        conversation={conversation}
        text={text}
        onText={setText}
        isOff={disableInputMessage === true && !isClosed}
        placeholder={typeof inputMessagePlaceholder === 'string' ? inputMessagePlaceholder : undefined}
      />
    </>
  );
}
