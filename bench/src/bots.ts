import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { cpuSeconds, meshOf } from './cpu.ts';
import { onOwnMesh } from './own-mesh.ts';
import { ms, type Place } from './place.ts';
import { call } from './processes.ts';

/** Intents of the bot, with a phrase each of which three words are its own. */
const intents = 3_000;
const conversationCount = 200;
const perSecond = 50;
const pollMs = 2;
/** After the last message; what is not answered by then is missing. */
const answerMs = 10_000;

interface Message {
  _id: string;
  seq: number;
  sender: string;
  createdAt: string;
}

/**
 * From a visitor's message to the answer of a bot with 3,000 intents: one message at a time, as a client sees it that looks every
 * 2 ms; then 50 a second, by the times at which both were stored.
 */
export async function bots(samples: number): Promise<void> {
  await onOwnMesh({ env: { BOT_TURNS_PER_MINUTE: '1000' } }, async ({ pid, ...place }) => {
    await serveByBot(place);

    const visitors = await Promise.all(Array.from({ length: conversationCount }, () => newVisitor(place)));
    const alone: number[] = [];
    // The first tenth warms up.
    for (let sample = -samples / 10; sample < samples; sample++) {
      const visitor = visitors[Math.abs(sample) % conversationCount] as Visitor;
      const took = await answered(visitor, Math.abs(sample));
      if (sample >= 0) alone.push(took);
    }
    // The mesh, its PostgreSQL and that one's backends.
    const before = cpuSeconds(meshOf(pid));
    const together = await underLoad(visitors, samples);
    const cpuMs = ((cpuSeconds(meshOf(pid)) - before) * 1_000) / samples;
    const rows = { 'one at a time': alone, [`${perSecond} a second`]: together };
    const table = Object.entries(rows).map(([kind, took]) => {
      const sorted = took.toSorted((one, other) => one - other);
      return [kind, { 'p50 ms': ms(sorted, 0.5), 'p95 ms': ms(sorted, 0.95), answers: took.length }];
    });
    console.table(Object.fromEntries(table));
    console.log(`CPU of the mesh for a message and its answer: ${cpuMs.toFixed(1)} ms`);
  });
}

async function serveByBot({ url, projectId, token }: Place): Promise<void> {
  const at = `/v3/${projectId}`;
  const file = {
    name: 'Robby',
    intents: Array.from({ length: intents }, (_, index) => ({
      ...{
        intent_display_name: `intent ${index}`,
        question: `tell me about ${wordsOf(index)}`,
        answer: `Answer ${index}`,
      },
    })),
  };
  const bot = await call<{ _id: string }>(url, 'POST', `${at}/bots/importjson/null?create=true`, token, file);
  const departments = await fetch(`${url}${at}/departments`, { headers: { authorization: token } });
  const [department] = (await departments.json()) as { _id: string }[];
  await call(url, 'PUT', `${at}/departments/${department?._id}`, token, { id_bot: bot._id });
}

const wordsOf = (index: number) => `gadget${index % 60} of model${Math.floor(index / 60)} in colour${index % 50}`;

interface Visitor extends Place {
  request: string;
}

async function newVisitor({ url, projectId }: Place): Promise<Visitor> {
  const body = { id_project: projectId, firstname: 'Vera' };
  const { token } = await call<{ token: string }>(url, 'POST', '/v3/auth/signinAnonymously', undefined, body);
  const id = randomUUID().replaceAll('-', '');
  return { url, projectId, token, request: `/requests/support-group-${projectId}-${id}` };
}

async function say(visitor: Visitor, index: number): Promise<Message> {
  const path = `/v3/${visitor.projectId}${visitor.request}/messages`;
  return call(visitor.url, 'POST', path, visitor.token, { text: `Please tell me about ${wordsOf(index % intents)}` });
}

/** From before the message is sent until its answer is read. */
async function answered(visitor: Visitor, index: number): Promise<number> {
  const began = performance.now();
  const { seq } = await say(visitor, index);
  for (;;) {
    if ((await list(visitor, seq)).some(({ sender }) => sender.startsWith('bot_'))) return performance.now() - began;
    await delay(pollMs);
  }
}

async function list(visitor: Visitor, after: number): Promise<Message[]> {
  const path = `/v3/${visitor.projectId}${visitor.request}/messages?after=${after}&limit=200`;
  const response = await fetch(visitor.url + path, { headers: { authorization: visitor.token } });
  return (await response.json()) as Message[];
}

/** Between the times at which a message and its answer were stored. */
async function underLoad(visitors: readonly Visitor[], samples: number): Promise<number[]> {
  const said = Array.from({ length: samples }, async (_, index) => {
    await delay((index * 1_000) / perSecond);
    const visitor = visitors[index % conversationCount] as Visitor;
    return { visitor, message: await say(visitor, index) };
  });
  const answered = await Promise.all(said);
  await delay(answerMs);
  const took: number[] = [];
  for (const { visitor, message } of answered) {
    const answer = (await list(visitor, message.seq)).find(({ sender }) => sender.startsWith('bot_'));
    if (!answer) throw new Error('a message was not answered');
    took.push(Date.parse(answer.createdAt) - Date.parse(message.createdAt));
  }
  return took;
}
