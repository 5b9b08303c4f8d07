import { listMessages, type Parley, withResponse } from '@parley/sdk';

import { nextCursor } from '../app/next-cursor.ts';
import type { ThreadMessage } from './thread.ts';

/** Pages of 200 that are read at most; what lies behind them is behind the link to the merged conversation. */
const maxPages = 20;

/** Puts messages of merged conversations between those of the thread. */
export type JoinMerged = (own: readonly ThreadMessage[], hasOlder: boolean) => readonly ThreadMessage[];

/** What was said in the conversations that were merged into one, which the API reads together with its own messages. */
export async function readMerged(parley: Parley, requestId: string, signal: AbortSignal): Promise<JoinMerged> {
  const merged: ThreadMessage[] = [];
  let cursor: string | undefined = '';
  for (let pages = 0; cursor !== undefined && pages < maxPages; pages += 1) {
    const { data, headers } = await withResponse(listMessages)(
      parley,
      { request_id: requestId, with: 'merged', limit: 200, ...(cursor && { cursor }) },
      { signal },
    );
    // Lines about a conversation that is over tell nothing here.
    for (const message of data as readonly (ThreadMessage & { recipient: string })[])
      if (message.recipient !== requestId && message.sender !== 'system')
        merged.push({ ...message, mergedFrom: message.recipient });
    cursor = nextCursor(headers);
  }
  return (own, hasOlder) => joined(own, merged, hasOlder);
}

/** The messages of the thread keep their order; a merged one stands before the first that is newer. */
export function joined(
  own: readonly ThreadMessage[],
  merged: readonly ThreadMessage[],
  hasOlder: boolean,
): readonly ThreadMessage[] {
  const oldest = own[0]?.createdAt ?? '';
  // What is older than the messages at hand comes with them.
  const left = hasOlder ? merged.filter(({ createdAt }) => createdAt >= oldest) : merged;
  let next = 0;
  const all: ThreadMessage[] = [];
  for (const message of own) {
    for (; (left[next]?.createdAt ?? '~') < message.createdAt; next += 1) all.push(left[next] as ThreadMessage);
    all.push(message);
  }
  return [...all, ...left.slice(next)];
}
