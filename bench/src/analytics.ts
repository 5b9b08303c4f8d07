import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@parley/service-kit/embedded';
import pg from 'pg';

import { ms, type Place, signIn, signUp, timed } from './place.ts';
import { call, end, launch, meshSettings } from './processes.ts';
import { seedFacts } from './seed/facts.ts';

const services = ['workspace', 'conversations', 'analytics'];
const messagesOfRequest = 2;
const agents = Array.from({ length: 50 }, (_, index) => `agent-${index}`);
const department = '64b000000000000000000001';

/** Of the specification, then others. */
const paths: Record<string, string> = {
  'requests/waiting': '/analytics/requests/waiting',
  'requests/waiting/day/last': '/analytics/requests/waiting/day/last',
  'requests/count': '/analytics/requests/count',
  'requests/aggregate/status': '/analytics/requests/aggregate/status',
  'requests/aggregate/day': '/analytics/requests/aggregate/day',
  'requests/aggregate/week': '/analytics/requests/aggregate/week',
  'requests/aggregate/month': '/analytics/requests/aggregate/month',
  'requests/aggregate/hours': '/analytics/requests/aggregate/hours',
  'requests/duration': '/analytics/requests/duration',
  'requests/satisfaction': '/analytics/requests/satisfaction',
  'requests/hasBot/count': '/analytics/requests/hasBot/count',
  'messages/count': '/analytics/messages/count',
  'messages/aggregate/day': '/analytics/messages/aggregate/day',
  activities: '/activities',
  'requests/aggregate/day in Kathmandu, one department': `/analytics/requests/aggregate/day?tz=Asia/Kathmandu&department_id=${department}`,
  'requests/aggregate/day of an agent': '/analytics/requests/aggregate/day?participant=agent-7',
  'requests/duration of an agent': '/analytics/requests/duration?participant=agent-7',
  'requests/duration/day in Rome': '/analytics/requests/duration/day?tz=Europe/Rome',
  'requests/duration/month': '/analytics/requests/duration/month',
  'messages/aggregate/sender': '/analytics/messages/aggregate/sender',
  'tags/conversation-tag': '/analytics/tags/conversation-tag',
  'activities of an agent, two verbs': '/activities?agent_id=agent-7&activities=REQUEST_CREATE,REQUEST_CLOSE',
};

/** The figures of one project with a year of conversations, one call at a time; then how late they are while people write. */
export async function analytics(requests: number, samples: number, perSecond: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-analytics-'));
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: true });
  const children: ChildProcess[] = [];
  try {
    const { url } = await launch(children, 'apps/all-in-one/src/main.ts', {
      ...meshSettings,
      PARLEY_DATA: join(folder, 'data'),
      ...Object.fromEntries(
        services.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, postgres.url(name)] as const),
      ),
    });
    const { projectId, ...owner } = await signUp(url);
    const place = { url, projectId, token: await signIn(url, owner) };
    await seedFacts(postgres.url('analytics'), { projectId, requests, messages: messagesOfRequest, agents });

    const found: Record<string, { 'p50 ms': number; 'p99 ms': number }> = {};
    for (const [name, path] of Object.entries(paths)) found[name] = shown(await measured(place, samples, path));
    console.table(found);
    const lags = await lagsOf(place, postgres.url('conversations'), postgres.url('analytics'), perSecond);
    console.log(`${lags.length} events at ${perSecond} messages a second, from commit to figures:`);
    console.table({ lag: shown(lags) });
  } finally {
    for (const child of children) await end(child);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function shown(took: number[]) {
  const sorted = took.toSorted((one, other) => one - other);
  return { 'p50 ms': ms(sorted, 0.5), 'p99 ms': ms(sorted, 0.99) };
}

async function measured(place: Place, samples: number, path: string): Promise<number[]> {
  const took: number[] = [];
  // The first tenth warms up.
  for (let sample = -samples / 10; sample < samples; sample++) {
    const { latency } = await timed(place, { path });
    if (sample >= 0) took.push(latency);
  }
  return took;
}

const seconds = 20;
const talks = 100;

/** Messages at an even pace; then, for each event, the time from its commit until the figures held it. */
async function lagsOf(place: Place, conversations: string, facts: string, perSecond: number): Promise<number[]> {
  const { url, projectId, token } = place;
  const send = (id: string) =>
    call(url, 'POST', `/v3/${projectId}/requests/${id}/messages`, token, { text: 'It arrives on Monday.' });
  const ids = Array.from({ length: talks }, () => `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`);
  for (const id of ids) await send(id);
  await delay(2_000);
  const began = new Date();
  const sent: Promise<unknown>[] = [];
  for (let count = 0; count < seconds * perSecond; count++) {
    const due = began.getTime() + (count * 1000) / perSecond;
    if (due > Date.now()) await delay(due - Date.now());
    sent.push(send(ids[count % talks] ?? ''));
  }
  await Promise.all(sent);
  await delay(5_000);
  const told = await rowsOf<{ id: string; at: Date }>(
    conversations,
    `select id, created_at as at from outbox where created_at >= $1 and type in ('message.created', 'request.updated')`,
    began,
  );
  const handled = await rowsOf<{ id: string; at: Date }>(
    facts,
    `select event_id as id, handled_at as at from inbox where consumer = 'analytics-facts' and handled_at >= $1`,
    began,
  );
  const handledAt = new Map(handled.map(({ id, at }) => [id, at.getTime()]));
  // One that is missing is as late as it can be known to be.
  return told.map(({ id, at }) => Math.max(0, (handledAt.get(id) ?? Date.now()) - at.getTime()));
}

async function rowsOf<Row extends object>(url: string, text: string, since: Date): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [since])).rows;
  } finally {
    await client.end();
  }
}
