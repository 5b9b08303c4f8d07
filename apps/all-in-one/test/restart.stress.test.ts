import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { newRequestId, newUser, newVisitor } from './mesh.ts';
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

it('seeds the demo once, keeps its keys private, and runs beside a second mesh', async () => {
  const [one, other] = [await allInOne(), await allInOne()];
  try {
    await Promise.all([one.start(), other.start()]);
    await eventually(() => expect(one.output).toContain('Demo project'));
    const signIn = one.output.match(/owner +(\S+) +(\S+)/);
    const project = one.output.match(/Demo project +([0-9a-f]{24})/)?.[1];
    expect(signIn && project).toBeTruthy();
    for (const file of ['keys.json', 'demo.json'])
      expect((await stat(join(one.dataFolder, file))).mode & 0o777).toBe(0o600);

    await one.end();
    await one.start();

    const response = await fetch(`${one.url}/v3/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: signIn?.[1], password: signIn?.[2] }),
    });
    const { token } = (await response.json()) as { token: string };
    const projects = (await (await fetch(`${one.url}/v3/projects`, { headers: { authorization: token } })).json()) as {
      id_project: { _id: string };
    }[];
    expect(projects.map((membership) => membership.id_project._id)).toEqual([project]);
    const requests = (await (
      await fetch(`${one.url}/v3/${project}/requests?status=all`, { headers: { authorization: token } })
    ).json()) as { count: number };
    expect(requests.count).toBe(demoConversations.length);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}, 120_000);
