import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

import { cpuSeconds, meshOf } from './cpu.ts';
import { onOwnMesh } from './own-mesh.ts';
import { ms, type Place } from './place.ts';
import { call } from './processes.ts';

const conversationsAtOnce = 50;
const openedAtOnce = 12;
const tickMs = 50;
/** From the commit to the frame, at p99. Source: contract 21 line 28. */
const goalMs = 500;
/** A replica that has too much to do asks sockets to come again. */
const comeAgain = 1012;
const attempts = 20;

interface Conversation {
  path: string;
  topic: string;
  token: string;
}

export interface SocketLoad {
  idle: number;
  /** Messages, by all conversations together. */
  perSecond: number;
  seconds: number;
  /** Messages of one call: a machine that sends few calls can still make many changes. */
  together: number;
}

/**
 * Idle sockets, each of another visitor, who follows their requests; then messages in some conversations, which the visitor and an
 * agent follow. What a socket costs in memory, how long after its commit a message has come, and what it takes of the processors.
 */
export async function sockets({ idle, ...load }: SocketLoad): Promise<void> {
  await onOwnMesh({ env: { SOCKET_TOPICS: '1000', SOCKET_DRAIN: '100ms' } }, async (place) => {
    const { url, projectId, pid } = place;
    const open: WebSocket[] = [];
    try {
      const conversations = await inTurns(conversationsAtOnce, () => begin(place));
      const visitors = await inTurns(idle, () => visitor(place));
      await delay(5_000);
      const before = await memoryOf(pid);
      const began = Date.now();
      await inTurns(idle, async (n) => open.push(await connect(url, visitors[n] ?? '', [`/${projectId}/requests`])));
      const opened = idle / ((Date.now() - began) / 1_000);
      await delay(5_000);
      const perSocket = ((await memoryOf(pid)) - before) / idle;

      const latencies: number[] = [];
      const hear = ({ createdAt }: { createdAt: string }) => latencies.push(Date.now() - Date.parse(createdAt));
      for (const conversation of conversations)
        open.push(await connect(url, conversation.token, [conversation.topic], hear));
      const topics = conversations.map(({ topic }) => topic);
      open.push(await connect(url, place.token, topics, hear));
      const cpuBefore = cpuSeconds(meshOf(pid));
      const { sent, refused } = await speak(url, conversations, load);
      await delay(3_000);
      const cpuMs = ((cpuSeconds(meshOf(pid)) - cpuBefore) * 1_000) / sent;

      const sorted = latencies.toSorted((one, other) => one - other);
      console.table({
        [`${idle} idle sockets`]: {
          'opened/s': Math.round(opened),
          'kB per socket': Math.round(perSocket / 1024),
          'messages/s': Math.round(sent / load.seconds),
          refused,
          'frames of': `${latencies.length} of ${sent * 2}`,
          'p50 ms': ms(sorted, 0.5),
          'p99 ms': ms(sorted, 0.99),
          'goal p99': goalMs,
          'CPU ms per message': cpuMs.toFixed(2),
        },
      });
    } finally {
      for (const socket of open) socket.terminate();
    }
  });
}

async function visitor({ url, projectId }: Place): Promise<string> {
  const body = { id_project: projectId, firstname: 'Vera' };
  return (await patiently<{ token: string }>(url, 'POST', '/v3/auth/signinAnonymously', undefined, body)).token;
}

/** A crowd that arrives at once is asked to come again. */
async function patiently<T>(...args: Parameters<typeof call>): Promise<T> {
  for (let left = 20; ; left--) {
    try {
      return await call<T>(...args);
    } catch (error) {
      if (left === 0) throw error;
      await delay(500);
    }
  }
}

async function begin(place: Place): Promise<Conversation> {
  const token = await visitor(place);
  const path = `/${place.projectId}/requests/support-group-${place.projectId}-${randomUUID().replaceAll('-', '')}`;
  await patiently(place.url, 'POST', `/v3${path}/messages`, token, { text: 'Hello' });
  return { path, token, topic: `${path}/messages` };
}

type Hear = (message: { createdAt: string }) => void;

/** A socket that has its first frames. */
async function connect(
  url: string,
  token: string,
  topics: readonly string[],
  hear: Hear = () => undefined,
): Promise<WebSocket> {
  for (let attempt = 1; ; attempt++) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v3/ws?token=${encodeURIComponent(token)}`);
    const closed = await subscribed(socket, topics, hear);
    if (closed === undefined) return socket;
    if (closed !== comeAgain || attempt === attempts) throw new Error(`closed with ${closed}`);
    await delay(500);
  }
}

/** @returns what it was closed with, if it was */
async function subscribed(socket: WebSocket, topics: readonly string[], hear: Hear): Promise<number | undefined> {
  const ready = Promise.withResolvers<number | undefined>();
  const subscribe = (topic: string) => socket.send(JSON.stringify({ action: 'subscribe', payload: { topic } }));
  let left = topics.length;
  socket.once('close', (code) => ready.resolve(code));
  socket.once('error', ready.reject);
  socket.on('message', (data) => {
    const { action, payload } = JSON.parse(data.toString());
    if (action === 'heartbeat') return socket.send('{"action":"heartbeat","payload":{"message":{"text":"pong"}}}');
    if (action === 'error') {
      if (payload.code !== 'dependency_down') return ready.reject(new Error(`${payload.topic}: ${payload.code}`));
      // A crowd that arrives at once is asked to come again.
      return setTimeout(subscribe, 500, payload.topic);
    }
    if (action !== 'publish') return undefined;
    if (Array.isArray(payload.message)) left -= 1;
    else if (payload.method === 'CREATE') hear(payload.message);
    if (left === 0) ready.resolve(undefined);
    return undefined;
  });
  socket.once('open', async () => {
    for (const [n, topic] of topics.entries()) {
      // A socket may act twenty times a second.
      if (n > 0 && n % 10 === 0) await delay(1_000);
      subscribe(topic);
    }
  });
  return ready.promise;
}

/** So many messages a second, evenly, over the conversations in turn. */
async function speak(
  url: string,
  conversations: readonly Conversation[],
  { perSecond, seconds, together }: Omit<SocketLoad, 'idle'>,
) {
  const text = { text: 'Where is my parcel?' };
  const [kind, body] = together > 1 ? ['/multi', Array.from({ length: together }, () => text)] : ['', text];
  const running: Promise<unknown>[] = [];
  let [calls, refused] = [0, 0];
  const began = Date.now();
  while (Date.now() - began < seconds * 1_000) {
    const due = Math.floor((((Date.now() - began) / 1_000) * perSecond) / together);
    for (; calls < due; calls++) {
      const conversation = conversations[calls % conversations.length];
      if (!conversation) break;
      const say = call(url, 'POST', `/v3${conversation.path}/messages${kind}`, conversation.token, body);
      running.push(say.catch(() => refused++));
    }
    await delay(tickMs);
  }
  await Promise.all(running);
  return { sent: (calls - refused) * together, refused };
}

async function inTurns<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < count; n = next++) done[n] = await work(n);
  };
  await Promise.all(Array.from({ length: openedAtOnce }, worker));
  return done;
}

/** Resident, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
