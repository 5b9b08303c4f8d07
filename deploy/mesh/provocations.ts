import { setTimeout as delay } from 'node:timers/promises';

import { projectUpdated } from '@parley/contracts';
import { openNatsBus } from '@parley/service-kit/bus/nats';
import { newId } from '@parley/service-kit/call';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { eventually } from '@parley/testkit';

import type { openShop } from '../../apps/all-in-one/test/shop.ts';
import type { Mesh } from './mesh.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

const patience = { timeoutMs: 8_000 };
const slowCalls = 8;
const log = createLogger({ service: 'test', level: 'silent' });

/** Lets calls to conversations wait for more than a second: another session has locked what they read. */
export async function slowDown(mesh: Mesh, { owner, request }: Shop): Promise<void> {
  await withDatabase(mesh, 'conversations', async (db) => {
    let calls: Promise<unknown>[] = [];
    await db.transaction(async () => {
      await db.query('lock table message in access exclusive mode');
      calls = Array.from({ length: slowCalls }, () => owner.call('GET', `${request}/messages`));
      await eventually(async () => expect(await db.query(waiting)).not.toEqual([]), patience);
    });
    await Promise.all(calls);
  });
}

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and clock_timestamp() - query_start > interval '1.5 s'`;

/** An event that no consumer can read, as one of another release may be. */
export async function publishUnreadable(mesh: Mesh, projectId: string): Promise<void> {
  const id = newId();
  const { type } = projectUpdated;
  const event = {
    ...{ specversion: '1.0', id, source: 'workspace', type, subject: `project/${projectId}` },
    ...{ time: new Date().toISOString(), datacontenttype: 'application/json', dataschema: `${type}/1` },
    ...{ idproject: projectId, actor: 'system', aggregateversion: 1, partitionkey: projectId, sequence: '1' },
    ...{ correlationid: id, depth: 0, data: { project: 'unreadable' } },
  };
  const bus = openNatsBus({ url: mesh.servers.nats.url, name: 'test', log });
  try {
    await eventually(
      () => bus.publish([{ id, projectId, type, text: JSON.stringify(event) }], () => undefined),
      patience,
    );
  } finally {
    await bus.close();
  }
}

/** Takes the bytes of files away, and leaves more dead rows in a table than living ones. */
export async function spoil(mesh: Mesh): Promise<void> {
  await withDatabase(mesh, 'media', async (db) => {
    await db.query(`update files set object_key = translate(object_key, '0123456789', '1234567890')`);
    await db.query('create table churned with (autovacuum_enabled = false) as select generate_series(1, 20000) as id');
    await db.query('delete from churned where id > 5000');
  });
}

/** A mailbox to which a mail is posted. @returns posts one */
export async function openMailbox(mesh: Mesh, { owner, id }: Shop): Promise<() => Promise<void>> {
  const address = `${newId()}@shop.example`;
  const made = await owner.call('POST', `/${id}/mailboxes`, { address, name: 'Shop', inbound: { type: 'webhook' } });
  expect(made.status).toBe(200);
  const { _id, secret } = made.body;
  return async () => {
    const { status } = await fetch(`${mesh.url}/v3/mail/inbound/${_id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
      body: `From: vera@customer.example\r\nTo: ${address}\r\nSubject: Order\r\nMessage-ID: <${newId()}@customer.example>\r\n\r\nWhere?\r\n`,
      signal: AbortSignal.timeout(10_000),
    });
    expect(status).toBe(200);
  };
}

/** Messages and files, one after the other, until it is stopped. */
export function keepCalling({ owner, request }: Shop) {
  let isOver = false;
  const repeat = async (call: () => Promise<unknown>) => {
    while (!isOver) await Promise.all([call().catch(() => undefined), delay(200)]);
  };
  const calling = Promise.all([
    repeat(() => owner.call('POST', `${request}/messages`, { text: 'x' })),
    repeat(() => owner.upload('/files/users', new File(['x'], 'x.txt'))),
  ]);
  return {
    stop: () => {
      isOver = true;
      return calling;
    },
  };
}

async function withDatabase(mesh: Mesh, service: string, use: (db: Database) => Promise<void>): Promise<void> {
  const db = await connectDatabase({ url: mesh.servers.databaseUrl(service), service: 'test', poolSize: 1, log });
  try {
    await use(db);
  } finally {
    await db.close();
  }
}
