import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { SignJWT } from 'jose';

import { DemoClient, type DemoPerson } from './demo-client.ts';
import { type DemoAgent, demoCanned, demoConversations, demoTags } from './demo-conversations.ts';
import { readPrivate, writePrivate } from './keys.ts';
import type { SeedingPass } from './seeding-pass.ts';

/** What the first start seeds, kept in `demo.json` (mode 0600) so that every later start can show it again. */
export interface Demo {
  projectId: string;
  /** User id of the owner; absent in folders of earlier versions. */
  ownerId?: string;
  people: { role: 'owner' | 'agent'; email: string; password: string }[];
  /** Vouches for the customer who is signed in to the shop, as the shop's server would; absent in folders of earlier versions. */
  customerToken?: (() => Promise<string>) | undefined;
}

interface Notes {
  projectId?: string;
  ownerId?: string;
  passwords: Record<string, string>;
  /** Of the project's own server. */
  jwtSecret?: string;
  complete: boolean;
}

const people = [
  { role: 'owner', firstname: 'Ada', lastname: 'Lovelace', email: 'ada@parley.example' },
  { role: 'agent', firstname: 'Linus', lastname: 'Weaver', email: 'linus@parley.example' },
  { role: 'agent', firstname: 'Alan', lastname: 'Mason', email: 'alan@parley.example' },
] as const;
const [owner, ...agents] = people;

interface Seeding {
  /** Of the gateway. */
  url: string;
  dataFolder: string;
  pass: SeedingPass;
}

/**
 * Seeds the demo through the public API, like any client would: owner, two agents, a project with departments of every routing, a bot, tags,
 * canned responses, and conversations in every state.
 * A start that was killed half way is taken up by the next one.
 */
export async function seedDemo({ url, dataFolder, pass }: Seeding): Promise<Demo> {
  const file = join(dataFolder, 'demo.json');
  const fresh = {
    passwords: Object.fromEntries(people.map(({ email }) => [email, randomBytes(9).toString('base64url')])),
    complete: false,
  };
  let notes: Notes = (await readPrivate<Notes>(file)) ?? (await writePrivate<Notes>(file, fresh));

  if (!notes.complete) {
    const api = new DemoClient(url, pass);
    for (const { role: _, ...person } of people)
      await api.signUp({ ...person, password: passwordOf(notes, person.email) });
    const ada = await api.signIn(owner.email, passwordOf(notes, owner.email));
    notes = { ...notes, ownerId: ada.id };
    if (!notes.projectId) notes = await writePrivate(file, { ...notes, projectId: await api.createProject(ada.token) });
    const projectId = notes.projectId ?? '';
    if (!notes.jwtSecret)
      notes = await writePrivate(file, { ...notes, jwtSecret: await api.generateSecret(ada.token, projectId) });
    for (const agent of agents) await api.invite(ada.token, projectId, agent);
    const [linus, alan] = await Promise.all(agents.map(({ email }) => api.signIn(email, passwordOf(notes, email))));
    if (!linus || !alan) throw new Error('The demo has two agents.');
    await seedProject(api, projectId, { Ada: ada, Linus: linus, Alan: alan });
    notes = await writePrivate(file, { ...notes, complete: true });
  }
  const { projectId = '', ownerId, jwtSecret } = notes;
  return {
    projectId,
    ownerId,
    customerToken: jwtSecret === undefined ? undefined : () => vouchForCustomer(projectId, jwtSecret),
    people: people.map(({ role, email }) => ({ role, email, password: passwordOf(notes, email) })),
  };
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

async function seedProject(api: DemoClient, projectId: string, team: Record<DemoAgent, DemoPerson>): Promise<void> {
  const { token } = team.Ada;
  const create = (records: string, body: object) => api.create(token, `${projectId}/${records}`, body);
  const id_group = await create('groups', { name: 'Workshop', members: [team.Alan.id] });
  const id_bot = await create('bots', {
    name: 'Robby',
    description: 'Answers what is asked often',
    template: 'example',
  });
  // Each with a department of its own: who writes to the first one is answered by people.
  const departments = {
    Sales: await create('departments', { name: 'Sales', routing: 'pooled' }),
    Returns: await create('departments', { name: 'Returns', routing: 'assigned', id_group }),
    'Ask Robby': await create('departments', { name: 'Ask Robby', routing: 'assigned', id_bot }),
  };
  for (const [tag, color] of Object.entries(demoTags)) await create('tags', { tag, color });
  for (const canned of demoCanned) await create('canned', canned);
  let answer = '';
  for (const conversation of demoConversations)
    answer = await api.converse(projectId, { team, departments }, conversation);
  // By which the console sees what has been done since.
  await api.setAttributes(token, projectId, {
    'console.tour': {
      answer,
      since: new Date().toISOString(),
      bot: id_bot,
      department: departments['Ask Robby'],
      people: people.length,
    },
  });
}

function passwordOf(notes: Notes, email: string): string {
  const password = notes.passwords[email];
  if (!password) throw new Error(`demo.json names no password of ${email}; delete the data folder to start over.`);
  return password;
}
