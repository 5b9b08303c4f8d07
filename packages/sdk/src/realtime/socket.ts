import type { Parley } from '../core/types.ts';
import { presentCursor, withoutSnapshot } from './present-cursor.ts';
import type { Frame, Line, LineEnd, OpenLine, Subscription } from './types.ts';

/** The server sends a frame every 30 s. */
const silenceMs = 70_000;
/** A live socket answers a ping within this time. */
const answerMs = 4_000;
/** The server accepts 20 actions a second. */
const actionsAtOnce = 15;

type Answer =
  | { action: 'publish'; payload: Frame }
  | { action: 'error'; payload: { topic?: string; code: string } }
  | { action: 'auth' | 'heartbeat' | 'me'; payload: unknown };

/** Frames over `/v3/ws`. The token goes in a frame, never in the address. */
export function openSocket(
  parley: Parley,
  line: Line,
  ended: (end: LineEnd) => void,
  Socket: typeof WebSocket,
): OpenLine {
  const socket = new Socket(`${parley.url.replace(/^http/, 'ws')}/v3/ws`);
  const waiting: string[] = [];
  let sentToken: string | undefined;
  let isOpen = false;
  let isOver = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let pacing: ReturnType<typeof setTimeout> | undefined;
  let free = actionsAtOnce;

  const end = (code: number) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(silence);
    clearTimeout(pacing);
    socket.close();
    ended({
      wasOpen: isOpen,
      ...(code === 4401 && { refused: sentToken ?? '' }),
      ...(code === 4429 && { waitMs: 30_000 }),
    });
  };
  const hearing = (withinMs = silenceMs) => {
    clearTimeout(silence);
    silence = setTimeout(end, withinMs, 0);
  };
  const pump = () => {
    while (free > 0 && waiting.length > 0 && socket.readyState === 1) {
      free -= 1;
      socket.send(waiting.shift() as string);
    }
    pacing ??= setTimeout(() => {
      pacing = undefined;
      free = actionsAtOnce;
      if (waiting.length > 0) pump();
    }, 1_000);
  };
  const send = (action: string, payload: object) => {
    waiting.push(JSON.stringify({ action, payload }));
    pump();
  };
  const authenticate = async () => {
    try {
      const token = await parley.authorization();
      if (isOver || token === sentToken) return;
      sentToken = token;
      send('auth', { token: token ?? '' });
    } catch {
      end(0);
    }
  };
  const subscribe = async (subscription: Subscription) => {
    const { topic } = subscription;
    if (subscription.after === undefined && withoutSnapshot.test(topic)) {
      subscription.after = await presentCursor(parley).catch(() => undefined);
      if (isOver || line.subscriptions.get(topic) !== subscription) return;
    }
    const { after } = subscription;
    subscription.isFirst = after === undefined;
    send('subscribe', { topic, ...(after !== undefined && { after }) });
  };
  const hear = ({ action, payload }: Answer) => {
    if (action === 'publish') line.receive(payload);
    else if (action === 'heartbeat') {
      send('heartbeat', { message: { text: 'pong' } });
      // The token was renewed meanwhile.
      void authenticate();
    } else if (action === 'auth' && !isOpen) {
      isOpen = true;
      line.opened();
      for (const subscription of line.subscriptions.values()) void subscribe(subscription);
    } else if (action === 'error') {
      const { topic = '', code } = payload;
      const subscription = line.subscriptions.get(topic);
      if (code === 'cursor_expired') line.gap(topic);
      else if (code === 'rate_limited' && subscription) void subscribe(subscription);
      else line.refuse(topic, code);
    }
  };

  hearing();
  socket.onopen = () => void authenticate();
  socket.onmessage = ({ data }) => {
    if (isOver) return;
    hearing();
    hear(JSON.parse(String(data)) as Answer);
  };
  socket.onerror = () => end(0);
  socket.onclose = ({ code }) => end(code);
  return {
    subscribe: (subscription) => {
      if (isOpen) void subscribe(subscription);
    },
    unsubscribe: (topic) => {
      if (isOpen) send('unsubscribe', { topic });
    },
    send: (action, payload) => {
      if (isOpen) send(action, payload);
    },
    probe: () => {
      if (!isOpen) return;
      // The server answers at once; any frame will do.
      send('me', {});
      hearing(answerMs);
    },
    close: () => {
      isOver = true;
      clearTimeout(silence);
      clearTimeout(pacing);
      socket.close();
    },
  };
}
