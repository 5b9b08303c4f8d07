import { execFile, execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWithProgram, Endpoint, eventually, findProgram } from '@parley/testkit';

import { SocketClient } from '../../apps/all-in-one/test/client.ts';
import { newUser } from '../../apps/all-in-one/test/mesh.ts';
import { openShop } from '../../apps/all-in-one/test/shop.ts';
import { walkReadme } from '../../apps/all-in-one/test/walk.ts';
import { everyone, ports } from '../k8s/mesh.ts';
import { Mesh } from './mesh.ts';
import { type Labels, type Prometheus, startPrometheus } from './prometheus.ts';

const minute = 60_000;
const walk = fileURLToPath(new URL('../helm/own/files/walk.mjs', import.meta.url));
const patience = { timeoutMs: 30_000 };

let mesh: Mesh;
beforeAll(async () => {
  mesh = await Mesh.start({ replicas: 1, withObjects: true, withWays: true });
}, 10 * minute);
afterAll(() => mesh?.stop(), 2 * minute);

it('carries the conversation of the README', () => walkReadme(mesh.url), 2 * minute);

it(
  'carries the conversation that `helm test` has',
  async () => {
    const env = { ...process.env, PARLEY_URL: mesh.url };
    const { stdout } = await promisify(execFile)(process.execPath, [walk], { env });
    expect(stdout).toBe('The conversation of the README went through.\n');
  },
  2 * minute,
);

it(
  'brings a file up and down, counts what was said, calls a webhook and a socket, and hands out and erases a person',
  async () => {
    const endpoint = await new Endpoint().start();
    const shop = await openShop(mesh.url);
    const ada = await newUser(mesh.url, 'Grace');
    await shop.owner.call('POST', `/${shop.id}/project_users/invite`, { email: ada.email, role: 'agent' });
    const client = new SocketClient(mesh.url, ada.token, [`${shop.request}/messages`]);
    try {
      await shop.subscribe(endpoint.url);
      await shop.say('My parcel has not arrived.');
      // Its file came through S3, its figures through NATS.
      const { leads } = await shop.settled();

      client.connect();
      await shop.say('Where is it?');
      const heard = () => [...client.known.messages.values()].map(({ text }) => text);
      await eventually(() => expect(heard()).toContain('Where is it?'), patience);
      await eventually(() => expect(endpoint.calls.map(({ body }) => body.payload.text)).toContain('Where is it?'), {
        ...patience,
      });

      const lead = `/${shop.id}/leads/${leads.leads[0]._id}`;
      const { body: lines } = await shop.owner.call('GET', `${lead}/export`);
      expect(lines).toContain('Where is it?');
      const { body: erasure } = await shop.owner.call('POST', `${lead}/erasures`, {});
      await eventually(async () => {
        const { body } = await shop.owner.call('GET', `/${shop.id}/erasures/${erasure._id}`);
        expect(body.status).toBe('done');
      }, patience);
      const { body: left } = await shop.owner.call('GET', `${shop.request}/messages`);
      expect(JSON.stringify(left)).not.toContain('Where is it?');
    } finally {
      client.stop();
      endpoint.stop();
    }
  },
  2 * minute,
);

describeWithProgram('promtool', 'what Prometheus scrapes', () => {
  it('has nothing to say against the metrics of any process, and no process answers more than 2,000 series', async () => {
    const scraped = mesh.replicas.map(async ({ service, host }) => {
      const response = await fetch(`http://${host}:${ports.ops}/metrics`);
      return [service, await response.text()] as const;
    });
    expect(scraped.length).toBe(everyone.length);
    for (const [service, text] of await Promise.all(scraped)) {
      const complaints = execFileSync(findProgram('promtool') ?? 'promtool', ['check', 'metrics'], {
        input: text,
        encoding: 'utf8',
      });
      expect([service, complaints]).toEqual([service, '']);
      expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length).toBeLessThanOrEqual(2_000);
    }
  });
});

describeWithProgram('prometheus', 'a Prometheus that evaluates our rules over a mesh', () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    prometheus = await startPrometheus(mesh);
  }, minute);
  afterAll(() => prometheus?.stop());

  it(
    'fires the alert of each part that fails, and ends it when the part is back',
    async () => {
      const whileItFails: Labels[] = [
        { alertname: 'ParleyServiceDown', job: 'parley-bots' },
        { alertname: 'ParleyCopiesStale', publisher: 'bots' },
        { alertname: 'ParleyOutboxOld', service: 'workspace' },
      ];
      const countedOverMinutes: Labels[] = [
        { alertname: 'ParleyObjectStore' },
        { alertname: 'ParleySendsFailFast' },
        { alertname: 'ParleyErrors', service: 'conversations' },
      ];
      const expected = [...whileItFails, ...countedOverMinutes];
      const firing = async (alerts: readonly Labels[]) => {
        const found = await prometheus.firing();
        return alerts.filter((alert) =>
          found.some((one) => Object.entries(alert).every(([key, value]) => one[key] === value)),
        );
      };
      const shop = await openShop(mesh.url);
      await shop.say('All is well.');
      await eventually(async () => expect(await prometheus.countUp()).toBe(everyone.length), patience);
      await eventually(async () => expect(await firing(expected)).toEqual([]), patience);

      const { nats, s3 } = mesh.servers;
      const [bots] = mesh.of('bots');
      const way = mesh.of('conversations')[0]?.ways.postgres;
      if (!bots || !s3 || !way) throw new Error('The mesh lacks a part that is to fail.');
      await mesh.end(bots, 'SIGKILL');
      await nats.kill();
      await shop.owner.call('POST', '/projects', { name: 'Waits in the outbox' });
      await s3.kill();
      way.cut();
      const busy = keepCalling(shop);
      try {
        await eventually(async () => expect(await firing(expected)).toEqual(expected), { timeoutMs: minute });
      } finally {
        await busy.stop();
        way.heal();
        await Promise.all([nats.start(), s3.start(), mesh.start(bots)]);
      }
      await eventually(async () => expect(await firing(whileItFails)).toEqual([]), patience);
    },
    5 * minute,
  );
});

/** Messages and files, one after the other, until it is stopped. */
function keepCalling({ owner, request }: Awaited<ReturnType<typeof openShop>>) {
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
