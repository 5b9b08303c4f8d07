import { Bubble, OutgoingBubble } from '../conversation/bubble.tsx';
import type { OutboxEntry } from '../conversation/outbox.ts';
import type { ThreadMessage } from '../conversation/thread.ts';
import { Line, ThreadSkeleton } from '../conversation/thread-lines.tsx';
import { Viewers, Writers } from '../conversation/viewers.tsx';
import { KitPart } from './specimens.tsx';

function message(seq: number, text: string, more: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    _id: String(seq),
    seq,
    sender: 'vera',
    senderFullname: 'Vera Weiss',
    text,
    type: 'text',
    attributes: {},
    status: 100,
    createdAt: '2026-11-24T12:00:00.000Z',
    ...more,
  };
}

const ada = { sender: 'ada', senderFullname: 'Ada Lovelace' };
const robby = { sender: 'bot_1', senderFullname: 'Robby' };

const messages: readonly ThreadMessage[] = [
  message(1, 'My parcel has not arrived. It was to come on Monday: https://shop.example/orders/4711'),
  message(2, 'It is on its way.', ada),
  message(3, 'It has *left* the warehouse, see `P-4711`.', { ...ada, status: 200 }),
  message(4, 'It comes tomorrow.', { ...ada, status: 300 }),
  message(5, 'She has written twice already.', { ...ada, audience: 'team' }),
  message(6, 'What can I do for you?', {
    ...robby,
    attributes: {
      attachment: {
        buttons: [
          { type: 'text', value: 'Track a parcel' },
          { type: 'text', value: 'Returns' },
        ],
      },
    },
  }),
  message(9, 'These are new:', {
    ...robby,
    attributes: {
      attachment: {
        gallery: [
          {
            title: 'Mug',
            description: 'Holds tea.',
            preview: { src: 'https://elsewhere.example/mug.png' },
            buttons: [{ type: 'action', value: 'Order', action: 'order' }],
          },
        ],
      },
    },
  }),
  message(7, '', { type: 'image', metadata: { src: 'https://elsewhere.example/cat.png', name: 'cat.png' } }),
  message(8, '', { type: 'file', metadata: { src: `${location.origin}/v3/files/1`, name: 'invoice.pdf' } }),
];

const answers: Readonly<Record<number, ThreadMessage>> = { 6: message(10, 'Returns') };

function entry(id: string, more: Partial<OutboxEntry>): OutboxEntry {
  const text = 'I have sent you another one.';
  return { id, requestId: 'r', order: 1, createdAt: 0, message: { text }, state: 'waiting', ...more };
}

const outgoing: readonly OutboxEntry[] = [
  entry('waiting', {}),
  entry('asking', { state: 'asking' }),
  entry('refused', { state: 'refused', refusal: { code: 'too_long', msg: 'The text is too long.' } }),
  entry('closed', { state: 'refused', refusal: { code: 'request_closed', msg: 'The conversation is closed.' } }),
];

const viewers = (['viewing', 'replying', 'noting'] as const).map((state, index) => ({
  user_id: state,
  fullname: ['Linus', 'Grace Hopper', 'Alan Turing'][index] ?? '',
  state,
}));

export function KitConversation() {
  return (
    <KitPart id="conversation" title="Conversation">
      <div className="rounded-box border border-line">
        <Line>Today</Line>
        {messages.map((one) => (
          <Bubble key={one.seq} message={one} fromTeam={one.sender !== 'vera'} first last answer={answers[one.seq]} />
        ))}
        <Line accent>New</Line>
        {outgoing.map((one) => (
          <OutgoingBubble key={one.id} entry={one} first last onEdit={ignore} onReopen={ignore} />
        ))}
        <Writers viewers={viewers} />
        <ThreadSkeleton />
      </div>
      <div className="flex">
        <Viewers viewers={viewers} />
      </div>
    </KitPart>
  );
}

function ignore() {
  // Nothing is sent from here.
}
