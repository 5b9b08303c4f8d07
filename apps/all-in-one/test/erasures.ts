import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { eventually } from '@parley/testkit';
import { SignJWT } from 'jose';

import { Customer, newRequestId, newUser } from './mesh.ts';

/** The services that hold something of a person. */
export const holders = [
  'workspace',
  'conversations',
  'contacts',
  'media',
  'bots',
  'analytics',
  'webhooks',
  'channels',
] as const;
export type Holder = (typeof holders)[number];

/** What the person said, and was known by. */
export const said = ['sappho', 'lesbos.example', 'lyre-is-broken', 'mytilene'];

/** A process that was killed starts again, and its leases run out. */
export const patience = { timeoutMs: 60_000 };

/** A project with its owner and the secret by which it vouches for visitors. */
export interface Shop {
  id: string;
  ada: Customer;
  secret: Uint8Array;
}

interface Installation {
  /** Of the gateway. */
  url: string;
  /** By the name of the service. */
  databaseUrls: Readonly<Record<string, string>>;
  /** Where uploads are. */
  dataFolder: string;
}

/** Helpers of tests that erase a person: what the person does before, and a search for what is left of them. */
export async function openErasures({ url, databaseUrls, dataFolder }: Installation) {
  const log = createLogger({ service: 'test', level: 'silent' });
  const databases = new Map<Holder, Database>();
  for (const name of holders) {
    const db = await connectDatabase({ url: databaseUrls[name] ?? '', service: 'test', log, poolSize: 2 });
    databases.set(name, db);
  }

  const db = (name: Holder): Database => {
    const found = databases.get(name);
    if (!found) throw new Error(`${name} has no database`);
    return found;
  };

  async function shop(): Promise<Shop> {
    const ada = await newUser(url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const id: string = project._id;
    await ada.customer.call('PUT', `/${id}/project_users`, { user_available: true });
    const target = 'https://hooks.example.invalid/';
    for (const event of ['message.create', 'request.update', 'lead.updated', 'file.uploaded'])
      await ada.customer.call('POST', `/${id}/subscriptions`, { event, target });
    const { body } = await ada.customer.call('POST', `/${id}/keys/generate`);
    return { id, ada: ada.customer, secret: new TextEncoder().encode(body.jwtSecret) };
  }

  /** A visitor for whom the shop vouches, by an id of its own. */
  async function enter({ id, secret }: Shop, claims: { _id: string } & Record<string, unknown>) {
    const vouched = await new SignJWT({ aud: `parley:projects:${id}`, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(secret);
    const { body } = await new Customer(url, `JWT ${vouched}`).call('POST', '/auth/signinWithCustomToken');
    return { customer: new Customer(url, body.token), id: claims._id, token: String(body.token) };
  }

  async function upload(token: string, text: string): Promise<string> {
    const form = new FormData();
    form.append('file', new File([text], 'lyre-is-broken.txt'));
    const headers = { authorization: token };
    const response = await fetch(`${url}/v3/files/users`, { method: 'POST', headers, body: form });
    const { filename } = (await response.json()) as { filename: string };
    return filename;
  }

  /** A conversation that leaves a trace of every kind. */
  async function converse(one: Shop, visitor: { customer: Customer; id: string; token: string }) {
    const path = `/${one.id}/requests/${newRequestId(one.id)}`;
    const file = await upload(visitor.token, 'lyre-is-broken');
    const first = {
      ...{ text: 'My lyre-is-broken', email: 'sappho@lesbos.example', attributes: { about: 'lyre-is-broken' } },
      ...{
        type: 'file',
        metadata: { src: `${url}/v3/files?path=${encodeURIComponent(file)}`, name: 'lyre-is-broken' },
      },
    };
    const answered = [
      await visitor.customer.call('POST', `${path}/messages`, first, { 'Idempotency-Key': randomUUID() }),
      await one.ada.call('POST', `${path}/messages`, { text: 'Dear Sappho!' }, { 'Idempotency-Key': randomUUID() }),
      await one.ada.call('POST', `${path}/notes`, { text: 'Sappho of Mytilene' }),
      await one.ada.call('PUT', `${path}/close`),
    ];
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const lead = await eventually(async () => {
      const { body } = await one.ada.call('GET', `/${one.id}/leads?lead_id=${visitor.id}`);
      expect(body.count).toBe(1);
      return body.leads[0] as { _id: string };
    });
    const announced = await one.ada.call('PUT', `/${one.id}/leads/${lead._id}`, {
      fullname: 'Sappho',
      city: 'Mytilene',
    });
    expect(announced.status).toBe(200);
    const { body: request } = await one.ada.call('GET', path);
    return { path, file, lead: lead._id, request };
  }

  /** Where any of the words stands, in any table of any service, and in any file. */
  async function traces(words: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    const note = (place: string, text: string) => {
      for (const word of words) if (text.toLowerCase().includes(word.toLowerCase())) found.push(`${place}: ${word}`);
    };
    for (const [name, database] of databases) {
      const tables = await database.query<{ table: string }>(
        `select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
      );
      for (const { table } of tables) {
        for (const { row } of await database.query<{ row: string }>(`select t::text as row from ${table} t`))
          note(`${name}.${table}`, row);
      }
    }
    for (const entry of await readdir(dataFolder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) note(entry.name, await readFile(join(entry.parentPath, entry.name), 'latin1'));
    }
    return found;
  }

  async function erased(one: Shop, erasure: string) {
    return eventually(async () => {
      const { body } = await one.ada.call('GET', `/${one.id}/erasures/${erasure}`);
      expect(body.status).toBe('done');
      return body;
    }, patience);
  }

  return {
    ...{ shop, enter, converse, traces, erased, db },
    databases: [...databases.values()],
    async close() {
      for (const database of databases.values()) await database.close();
    },
  };
}

export type Erasures = Awaited<ReturnType<typeof openErasures>>;
