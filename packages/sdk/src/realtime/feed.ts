import type { Parley } from '../core/types.ts';
import { keyOf } from './frame-key.ts';
import { changes, presentCursor, withoutSnapshot } from './present-cursor.ts';
import type { Frame, Line, LineEnd, OpenLine, Page, Subscription } from './types.ts';

/** The server writes a comment every 15 s. */
const silenceMs = 40_000;
const waitSeconds = 10;

const notInFeed = /\/(typing|viewers|project_users)$|^\/[^/]+\/events\//;

interface Following {
  parley: Parley;
  line: Line;
  signal: AbortSignal;
  kind: 'sse' | 'poll';
  /** Data has arrived. */
  onLife: () => void;
}

/** The same frames over HTTP: as Server-Sent Events, or by polling. */
export function openFeed(parley: Parley, line: Line, ended: (end: LineEnd) => void, kind: 'sse' | 'poll'): OpenLine {
  let wasOpen = false;
  let isOver = false;
  let round = new AbortController();
  let restarting: ReturnType<typeof setTimeout> | undefined;
  // Several subscriptions at once start one new round.
  const restart = () => {
    clearTimeout(restarting);
    restarting = setTimeout(() => round.abort(), 0);
  };
  const onLife = () => {
    wasOpen = true;
  };
  const run = async () => {
    while (!isOver) {
      round = new AbortController();
      const { signal } = round;
      try {
        await follow({ parley, line, signal, kind, onLife });
      } catch (error) {
        if (isOver) return;
        if (signal.aborted) continue;
        isOver = true;
        return ended({ wasOpen, ...((error as { status?: number }).status === 401 && { refused: '' }) });
      }
    }
  };

  void run();
  return {
    subscribe: restart,
    unsubscribe: restart,
    // The feed cannot send anything back.
    send: () => undefined,
    probe: () => undefined,
    close: () => {
      isOver = true;
      clearTimeout(restarting);
      round.abort();
    },
  };
}

/**
 * Brings each topic up to date from its own cursor, then follows all of them from a cursor that was taken before; frames in both are
 * reported once. Ends only by an error.
 */
async function follow(following: Following): Promise<never> {
  const { parley, line, signal, kind } = following;
  const start = await presentCursor(parley, 0);
  line.opened();
  const ahead = new Map<string, Set<string>>();
  for (const subscription of [...line.subscriptions.values()]) {
    if (notInFeed.test(subscription.topic)) line.refuse(subscription.topic, 'unavailable');
    else await catchUp(following, subscription, ahead);
    signal.throwIfAborted();
  }
  if (ahead.size === 0) await new Promise((_, reject) => signal.addEventListener('abort', reject));

  let position = start;
  const receive = (frame: Frame) => {
    position = frame.cursor ?? position;
    const known = ahead.get(frame.topic);
    if (known?.has(keyOf(frame))) return;
    known?.clear();
    line.receive(frame);
  };
  try {
    const topics = [...ahead.keys()].join(',');
    if (kind === 'sse') await stream(following, { topics, after: position }, receive);
    for (;;) {
      const page = await ask(parley, { topics, after: position, wait: waitSeconds }, signal);
      following.onLife();
      page.changes.forEach(receive);
      position = page.cursor;
    }
  } finally {
    // Topics without a frame since then have nothing before it.
    for (const [topic, known] of ahead) {
      const subscription = line.subscriptions.get(topic);
      if (subscription && known.size === 0) subscription.after = position;
    }
  }
}

/** @param ahead gains the topic, with the keys of frames that the common stream will bring again */
async function catchUp(
  following: Following,
  subscription: Subscription,
  ahead: Map<string, Set<string>>,
): Promise<void> {
  const { parley, line, signal } = following;
  const { topic } = subscription;
  const told = new Set<string>();
  try {
    subscription.after ??= await snapshot(following, subscription);
    for (let more = true; more; ) {
      const page = await ask(parley, { topics: topic, after: subscription.after }, signal);
      for (const frame of page.changes) {
        told.add(keyOf(frame));
        line.receive(frame);
      }
      subscription.after = page.cursor;
      more = page.more;
    }
    ahead.set(topic, told);
  } catch (error) {
    const { status, code } = error as { status?: number; code?: string };
    if (code === 'cursor_expired' || code === 'cursor_invalid') {
      line.gap(topic);
      return catchUp(following, subscription, ahead);
    }
    if (status !== 403 && status !== 404 && status !== 422) throw error;
    line.refuse(topic, 'subscription_refused');
  }
}

async function ask(parley: Parley, params: object, signal: AbortSignal): Promise<Page> {
  const { data } = await parley.send<Page>(changes, params, { signal, retries: 0, timeoutMs: silenceMs });
  return data;
}

/** What a socket would send first. @returns the cursor to continue from */
async function snapshot({ parley, line, signal }: Following, subscription: Subscription): Promise<string> {
  const { topic } = subscription;
  const cursor = await presentCursor(parley);
  if (withoutSnapshot.test(topic)) return cursor;
  const path = topic.split('/').map(encodeURIComponent).join('/');
  const isList = topic.endsWith('/requests');
  const isMessages = topic.endsWith('/messages');
  const params = isList
    ? { status: '100,150,200', sortField: 'updatedAt', limit: 100 }
    : isMessages
      ? { direction: -1, limit: 200 }
      : {};
  const read = (address: string) =>
    parley.send<unknown>({ name: 'snapshot', address: `GET /v3${address}` }, params, { signal });
  const { data } = await read(path).catch((error: { status?: number }) => {
    // Visitors have a separate list.
    if (isList && error.status === 403) return read(`${path}/me`);
    throw error;
  });
  const records = Array.isArray(data) ? data : ((data as { requests?: unknown[] }).requests ?? [data]);
  subscription.isFirst = true;
  line.receive({ topic, method: 'CREATE', message: isMessages ? records.reverse() : records, cursor });
  return cursor;
}

async function stream(
  { parley, signal, onLife }: Following,
  params: object,
  receive: (frame: Frame) => void,
): Promise<never> {
  const silence = new AbortController();
  const abort = () => silence.abort();
  signal.addEventListener('abort', abort);
  let timer = setTimeout(abort, silenceMs);
  try {
    const { data } = await parley.send<ReadableStream<Uint8Array>>({ ...changes, answer: 'stream' }, params, {
      signal: silence.signal,
      retries: 0,
      headers: { accept: 'text/event-stream' },
    });
    const reader = data.getReader();
    const decoder = new TextDecoder();
    for (let text = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) throw new Error('the stream has ended');
      onLife();
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
      const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const json = /^data: ?(.*)$/m.exec(event)?.[1];
        if (json !== undefined) receive(JSON.parse(json) as Frame);
      }
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    silence.abort();
  }
}
