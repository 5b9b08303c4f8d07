import type { Message, NewMessage } from './message.ts';
import { isBot } from './request.ts';

/** What the messages of one change add to the totals of their request. */
export interface VisibleMessages {
  /** Of the requester. */
  in: number;
  /** Of the team and of bots. */
  out: number;
  /** `seq` and `createdAt` of the newest; `null` if none is visible. */
  seq: number | null;
  at: Date | null;
}

/** A person who has sent, with what was said after their last message in the same change. */
interface SenderPosition {
  /** `_id` of the request. */
  request: string;
  principal: string;
  seq: number;
  in_after: number;
  out_after: number;
}

type Said = Pick<Message, 'seq' | 'sender' | 'audience' | 'createdAt'>;

/** What end users see that people and bots have said. Source: contract 82 section 2. */
const isVisible = ({ audience, sender }: Said): boolean => audience === 'all' && sender !== 'system';

export function visibleIn(messages: readonly Said[], requester: string): VisibleMessages {
  const visible = messages.filter(isVisible);
  const last = visible.at(-1);
  const ofRequester = visible.filter(({ sender }) => sender === requester).length;
  return { in: ofRequester, out: visible.length - ofRequester, seq: last?.seq ?? null, at: last?.createdAt ?? null };
}

/** The person whose position a message moves to itself: who writes has read. Bots do not read, and an import is no writing. */
export function readerBySending({ side, sender, imported }: NewMessage): string | undefined {
  const isPerson = side === 'human' || (side === 'requester' && !isBot(sender));
  return isPerson && !imported ? sender : undefined;
}

/** The positions that a change moves. @param sent the messages before they were stored, in the same order */
export function positionsOf(
  messages: readonly Message[],
  sent: readonly NewMessage[],
  requester: string,
): SenderPosition[] {
  const positions = new Map<string, SenderPosition>();
  let [inAfter, outAfter] = [0, 0];
  for (const [place, message] of [...messages.entries()].reverse()) {
    const one = sent[place];
    const principal = one && readerBySending(one);
    const { request, seq } = message;
    if (principal !== undefined && !positions.has(principal))
      positions.set(principal, { request, principal, seq, in_after: inAfter, out_after: outAfter });
    if (!isVisible(message)) continue;
    if (message.sender === requester) inAfter += 1;
    else outAfter += 1;
  }
  return [...positions.values()];
}
