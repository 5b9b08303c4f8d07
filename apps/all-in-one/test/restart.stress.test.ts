import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testkit';

import { demoMails } from '../src/demo/mails.ts';
import { openConversations } from '../src/demo/open-conversations.ts';
import { reservePorts } from '../src/ports.ts';
import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { Process } from './processes.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function allInOne(env: Record<string, string> = {}): Promise<Process & { dataFolder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-restart-'));
  folders.push(folder);
  const dataFolder = join(folder, 'data');
  const [port] = await reservePorts(1);
  const mesh = new Process('apps/all-in-one/src/main.ts', `http://localhost:${port}`, {
    PORT: String(port),
    PARLEY_DATA: dataFolder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '100',
    ...env,
  });
  return Object.assign(mesh, { dataFolder });
}

it('loses nothing acknowledged by kill -9, and takes the same data up again', async () => {
  const mesh = await allInOne({ DEMO: 'false' });
  await mesh.start();
  try {
    const ada = await newUser(mesh.url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const vera = await newVisitor(mesh.url, project._id, 'Vera');
    const request = `/${project._id}/requests/${newRequestId(project._id)}`;
    const acknowledged: string[] = [];
    let running = true;
    const sender = async (name: string) => {
      for (let index = 0; running; index++) {
        const text = `${name}-${index}`;
        const answer = await vera.customer.call('POST', `${request}/messages`, { text }).catch(() => undefined);
        if (answer?.status !== 200) return;
        acknowledged.push(text);
      }
    };
    const senders = Promise.all(['a', 'b', 'c', 'd'].map(sender));
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(40));

    await mesh.end('SIGKILL');
    running = false;
    await senders;
    await mesh.start();

    const stored: string[] = [];
    for (let after = 0, more = true; more; ) {
      const { body } = await vera.customer.call('GET', `${request}/messages?limit=200&after=${after}`);
      stored.push(...body.map((message: { text: string }) => message.text));
      after = body.at(-1)?.seq ?? after;
      more = body.length === 200;
    }
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(stored).size).toBe(stored.length);
  } finally {
    await mesh.end();
  }
}, 120_000);

interface Notes {
  complete: boolean;
  passwords: Record<string, string>;
  past?: { until: string; days: number };
}

const notesOf = async (mesh: { dataFolder: string }): Promise<Notes> =>
  JSON.parse(await readFile(join(mesh.dataFolder, 'demo.json'), 'utf8'));

/** The owner of the demo, as soon as she can sign in. */
async function ada(mesh: { url: string; dataFolder: string }): Promise<Customer> {
  const email = 'ada@parley.example';
  const password = (await notesOf(mesh)).passwords[email];
  const { status, body } = await new Customer(mesh.url).call('POST', '/auth/signin', { email, password });
  if (status !== 200) throw new Error(`She cannot sign in: ${status}`);
  return new Customer(mesh.url, body.token);
}

/** All that the demo has, once its past is there: names in place of ids, which differ from demo to demo. */
async function wholeDemo(mesh: { url: string; dataFolder: string }) {
  await eventually(
    async () => {
      const { complete, past } = await notesOf(mesh);
      expect([complete, past]).toEqual([true, undefined]);
    },
    { timeoutMs: 90_000 },
  );
  const owner = await ada(mesh);
  const read = async (path: string) => (await owner.call('GET', path)).body;
  const projects: { id_project: { _id: string } }[] = await read('/projects');
  const id = projects[0]?.id_project._id ?? '';
  const named = async (records: string, member: string) =>
    ((await read(`/${id}/${records}`)) as Record<string, string>[]).map((record) => record[member]).sort();
  const requests: { request_id: string; status: number; rating?: number; messages: { in: number; out: number } }[] = [];
  for (let page: string | undefined = `/v3/${id}/requests?status=all&view=row&limit=100`; page; ) {
    const { body, headers } = await owner.call('GET', page.replace(/^.*\/v3/, ''));
    requests.push(...body.requests);
    page = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  const [bot] = await read(`/${id}/bots`);
  return {
    projects: projects.length,
    groups: await named('groups', 'name'),
    departments: await named('departments/allstatus', 'name'),
    bots: await named('bots', 'name'),
    intents: await named(`faq?id_faq_kb=${bot._id}`, 'intent_display_name'),
    tags: await named('tags?limit=100', 'tag'),
    canned: await named('canned', 'title'),
    properties: await named('properties', 'name'),
    segments: (await read(`/${id}/segments`)).count,
    leads: (await read(`/${id}/leads`)).count,
    open: requests.filter(({ request_id }) => !request_id.includes('-history.')).length,
    past: requests
      .filter(({ request_id }) => request_id.includes('-history.'))
      .map(({ request_id, status, rating, messages }) => [request_id.split('-history.')[1], status, rating, messages])
      .sort(),
  };
}

it('seeds the demo once, keeps its keys private, and runs beside a second mesh', async () => {
  const [one, other] = [await allInOne({ DEMO_DAYS: '5' }), await allInOne({ DEMO_DAYS: '0' })];
  try {
    await Promise.all([one.start(), other.start()]);
    await eventually(() => expect(one.output).toContain('Demo project'), { timeoutMs: 60_000 });
    const seeded = await wholeDemo(one);
    const merged = openConversations.filter(({ before }) => before !== undefined);
    expect(seeded).toMatchObject({ projects: 1, open: openConversations.length + merged.length + demoMails.length });
    expect(seeded.past.length).toBeGreaterThan(0);
    for (const file of ['keys.json', 'demo.json'])
      expect((await stat(join(one.dataFolder, file))).mode & 0o777).toBe(0o600);

    await one.end();
    await one.start();

    expect(await wholeDemo(one)).toEqual(seeded);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}, 180_000);

it('has a whole demo without twins after kills in the middle of its seeding', async () => {
  // On one day, or the two have not the same past.
  const env = { DEMO_DAYS: '15', TZ: 'UTC' };
  const [undisturbed, killed] = [await allInOne(env), await allInOne(env)];
  try {
    await killed.start();
    // In the project, before it is shown.
    await eventually(
      async () => {
        const owner = await ada(killed);
        const { body } = await owner.call('GET', '/projects');
        const { status, body: requests } = await owner.call('GET', `/${body[0].id_project._id}/requests?status=all`);
        expect([status, requests.count > 0]).toEqual([200, true]);
      },
      { timeoutMs: 60_000, everyMs: 20 },
    );
    await killed.end('SIGKILL');
    expect((await notesOf(killed)).complete).toBe(false);

    // While the older past is imported. The leases of the killed process end first.
    await killed.start();
    await eventually(async () => expect(await notesOf(killed)).toMatchObject({ complete: true }), {
      ...{ timeoutMs: 150_000, everyMs: 10 },
    });
    await killed.end('SIGKILL');
    expect((await notesOf(killed)).past).toBeDefined();

    await Promise.all([killed.start(), undisturbed.start()]);
    const [left, right] = [await wholeDemo(killed), await wholeDemo(undisturbed)];
    const day = (name: unknown) => Number(String(name).split('.')[0]);
    // Those of today depend on the minute of the seeding.
    const before = ({ past, ...rest }: typeof left) => ({ ...rest, past: past.filter(([name]) => day(name) > 0) });
    expect(before(left)).toEqual(before(right));
    expect(before(left).past.length).toBeGreaterThan(50);
  } finally {
    await Promise.all([undisturbed.end(), killed.end()]);
  }
}, 400_000);
