import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { SignJWT } from 'jose';

import { readPrivate, writePrivate } from '../keys.ts';
import { demoContacts } from './contacts.ts';
import { DemoClient } from './demo-client.ts';
import type { DemoProject, DemoTeam } from './demo-project.ts';
import { demoHistory, type PastConversation } from './history.ts';
import { importHistory } from './import-history.ts';
import { type LaterRating, rateWhenAsked } from './rate-when-asked.ts';
import { type BouncingAnswer, bounceAnswer } from './seed-mails.ts';
import { seedProject } from './seed-project.ts';
import type { SeedingPass } from './seeding-pass.ts';
import type { ShopServer, WebhookCall } from './shop-server.ts';

/** What the first start seeds, kept in `demo.json` (mode 0600) so that every later start can show it again. */
export interface Demo {
  projectId: string;
  /** User id of the owner; absent in folders of earlier versions. */
  ownerId?: string;
  people: { role: 'owner' | 'agent'; email: string; password: string }[];
  /** Vouches for the customer who is signed in to the shop, as the shop's server would; absent in folders of earlier versions. */
  customerToken?: (() => Promise<string>) | undefined;
  /** What the webhook has delivered since the start, the newest first. */
  webhookCalls?: (() => readonly WebhookCall[]) | undefined;
}

interface Notes {
  projectId?: string;
  ownerId?: string;
  passwords: Record<string, string>;
  /** Of the project's own server. */
  jwtSecret?: string;
  /** The project can be shown. */
  complete: boolean;
  /** Present until it has come back. */
  bouncing?: BouncingAnswer;
  /** Present until all of the past has been imported. */
  past?: {
    until: string;
    days: number;
    project: Pick<DemoProject, 'id' | 'bot' | 'departments'>;
    ratings?: LaterRating[];
  };
}

const people = [
  { role: 'owner', firstname: 'Ada', lastname: 'Lovelace', email: 'ada@parley.example' },
  { role: 'agent', firstname: 'Linus', lastname: 'Weaver', email: 'linus@parley.example' },
  { role: 'agent', firstname: 'Alan', lastname: 'Mason', email: 'alan@parley.example' },
] as const;
const [, ...agents] = people;
const projectName = 'Demo shop';

interface Seeding {
  /** Of the gateway. */
  url: string;
  dataFolder: string;
  pass: SeedingPass;
  /** How much of the past there is. */
  days: number;
  /** Of SMTP, where mail comes in. */
  mailPort: number;
  /** Whom the webhook calls; without it there is none. */
  shop: ShopServer | undefined;
}

interface SeededDemo {
  demo: Demo;
  /** Imports the rest of the past in the background; ends early when it is aborted, and the next start continues. */
  finish(over: AbortSignal): Promise<void>;
  /** Lets an answer by mail come back, once it has left. */
  bounce(over: AbortSignal): Promise<void>;
}

/** Days of the past that are there at the first look. */
const recentDays = 3;
const dayMs = 86_400_000;

/**
 * Seeds the demo through the public API, like any client would. The next start removes what an interrupted one has left, and begins again: no
 * project is shown before it is complete, except for its older past.
 */
export async function seedDemo({ url, dataFolder, pass, days, mailPort, shop }: Seeding): Promise<SeededDemo> {
  const file = join(dataFolder, 'demo.json');
  const fresh = {
    passwords: Object.fromEntries(people.map(({ email }) => [email, randomBytes(9).toString('base64url')])),
    complete: false,
  };
  const found: Notes = (await readPrivate<Notes>(file)) ?? (await writePrivate<Notes>(file, fresh));
  const api = new DemoClient(url, pass);
  let notes = found.complete ? found : await seedAnew(api, found, { file, days, mailPort, shop });
  const keep = async (changes: Partial<Notes>) => {
    notes = { ...notes, ...changes };
    await writePrivate(file, notes);
  };

  const { projectId = '', ownerId, jwtSecret, past, bouncing } = notes;
  return {
    demo: {
      projectId,
      ownerId,
      webhookCalls: shop?.hasWebhook ? () => shop.calls : undefined,
      customerToken: jwtSecret === undefined ? undefined : () => vouchForCustomer(projectId, jwtSecret),
      people: people.map(({ role, email }) => ({ role, email, password: passwordOf(notes, email) })),
    },
    finish: async (over) => {
      if (past === undefined) return;
      const { older } = historyOf(past.until, past.days);
      const team = await signedIn(api, notes);
      const isWhole = await importHistory({ ...past.project, api, team }, older, over);
      const isRated = await rateWhenAsked(
        { api, token: team.Ada.token, id: past.project.id },
        past.ratings ?? [],
        over,
      );
      if (isWhole && isRated) await keep({ past: undefined });
    },
    bounce: async (over) => {
      if (bouncing === undefined) return;
      const { Ada } = await signedIn(api, notes);
      const isDone = await bounceAnswer(api, Ada.token, { ...bouncing, port: mailPort }, over);
      if (isDone) await keep({ bouncing: undefined });
    },
  };
}

async function seedAnew(
  api: DemoClient,
  found: Notes,
  { file, days, ...servers }: Pick<Seeding, 'days' | 'mailPort' | 'shop'> & { file: string },
): Promise<Notes> {
  const team = await signUp(api, found);
  const { token } = team.Ada;
  await removeParts(api, token);
  const { _id: id } = await api.call('POST', '/projects', { token, body: { name: projectName } });
  const { jwtSecret } = await api.call<{ jwtSecret: string }>('POST', `/${id}/keys/generate`, { token, body: {} });
  for (const { email, role } of agents)
    await api.call('POST', `/${id}/project_users/invite`, { token, body: { email, role, user_available: true } });
  const until = new Date().toISOString();
  const { project, ratings, bouncing } = await seedProject({ api, id, team }, historyOf(until, days).recent, servers);
  const { bot, departments } = project;
  return writePrivate(file, {
    ...found,
    ...{ projectId: id, ownerId: team.Ada.id, jwtSecret, complete: true },
    past: { until, days, project: { id, bot, departments }, ratings },
    ...(bouncing && { bouncing }),
  });
}

/** Conversations of the past: the newest first, of the older ones as well. */
function historyOf(until: string, days: number): Record<'recent' | 'older', PastConversation[]> {
  const now = new Date(until);
  const past = demoHistory(demoContacts(), now, days).toReversed();
  const isRecent = ({ closedAt }: PastConversation) => now.getTime() - closedAt.getTime() < recentDays * dayMs;
  return { recent: past.filter(isRecent), older: past.filter((one) => !isRecent(one)) };
}

/** An address that is taken was signed up by an earlier start. */
async function signUp(api: DemoClient, notes: Notes): Promise<DemoTeam> {
  await Promise.all(
    people.map(({ role: _, ...person }) =>
      api.call('POST', '/auth/signup', {
        body: { ...person, password: passwordOf(notes, person.email) },
        accept: [200, 409],
      }),
    ),
  );
  return signedIn(api, notes);
}

async function signedIn(api: DemoClient, notes: Notes): Promise<DemoTeam> {
  const [Ada, Linus, Alan] = await Promise.all(
    people.map(async ({ email }) => {
      const body = { email, password: passwordOf(notes, email) };
      const { token, user } = await api.call<{ token: string; user: { _id: string } }>('POST', '/auth/signin', {
        body,
      });
      return { id: user._id, token };
    }),
  );
  if (!Ada || !Linus || !Alan) throw new Error('The demo has three people.');
  return { Ada, Linus, Alan };
}

/** Removes the projects that earlier starts could not complete, and first their mailboxes: a deleted project keeps its addresses for a while. */
async function removeParts(api: DemoClient, token: string): Promise<void> {
  type Membership = { id_project: { _id: string; name: string } };
  const call = api.as(token);
  const memberships = await call<Membership[]>('GET', '/projects');
  for (const { id_project } of memberships) {
    if (id_project.name !== projectName) continue;
    const path = `/${id_project._id}/mailboxes`;
    for (const { _id } of await call<{ _id: string }[]>('GET', path)) await call('DELETE', `${path}/${_id}`);
    await call('DELETE', `/projects/${id_project._id}`);
  }
}

/** Source: contract 10 section 5.1. */
function vouchForCustomer(projectId: string, jwtSecret: string): Promise<string> {
  return new SignJWT({ _id: 'customer-1001', firstname: 'Nora', lastname: 'Norton', email: 'nora@shop.example' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject('userexternal')
    .setAudience(`parley:projects:${projectId}`)
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(jwtSecret));
}

function passwordOf(notes: Notes, email: string): string {
  const password = notes.passwords[email];
  if (!password) throw new Error(`demo.json names no password of ${email}; delete the data folder to start over.`);
  return password;
}
