import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWithProgram, Endpoint, eventually, findProgram } from '@parley/testkit';

import { SocketClient } from '../../apps/all-in-one/test/client.ts';
import { newUser } from '../../apps/all-in-one/test/mesh.ts';
import { openShop } from '../../apps/all-in-one/test/shop.ts';
import { walkReadme } from '../../apps/all-in-one/test/walk.ts';
import { everyone, ports } from '../k8s/mesh.ts';
import { type FailingMail, startFailingMail } from './failing-mail.ts';
import { Mesh } from './mesh.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { keepCalling, openMailbox, publishUnreadable, slowDown, spoil } from './provocations.ts';
import { type Labels, provokedAlerts } from './provoked-alerts.ts';

const minute = 60_000;
const walk = fileURLToPath(new URL('../helm/own/files/walk.mjs', import.meta.url));
const patience = { timeoutMs: 30_000 };

let mesh: Mesh;
let mail: FailingMail;
beforeAll(async () => {
  mail = await startFailingMail();
  const env = { MAIL_PORTS: mail.ports, MAIL_GROUP: '1s' };
  mesh = await Mesh.start({ replicas: 1, withObjects: true, withWays: true, env });
}, 10 * minute);
afterAll(async () => {
  mail?.stop();
  await mesh?.stop();
}, 2 * minute);

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

  const without = (alerts: readonly Labels[], found: readonly Labels[]) =>
    alerts.filter((alert) => !found.some((one) => Object.entries(alert).every(([key, value]) => one[key] === value)));
  /** Acts until all of them have fired. */
  const provoke = (alerts: readonly Labels[], act = async () => {}, timeoutMs = 90_000) =>
    eventually(
      async () => {
        await act();
        expect(without(alerts, await prometheus.fired())).toEqual([]);
      },
      { timeoutMs, everyMs: 200 },
    );

  it(
    'fires each alert that a mesh can be made to fire, and ends those of parts that are back',
    async () => {
      const {
        untouched,
        slowCalls,
        unreadableEvent,
        eventsWithoutBus,
        failingMail,
        stoppedParts,
        failedCalls,
        lateEvents,
        spoiltData,
      } = provokedAlerts;
      const { nats, s3 } = mesh.servers;
      const [bots, channels, media] = ['bots', 'channels', 'media'].flatMap((name) => mesh.of(name));
      const [toConversations, toAnalytics] = ['conversations', 'analytics'].map(
        (name) => mesh.of(name)[0]?.ways.postgres,
      );
      if (!bots || !channels || !media || !s3 || !toConversations || !toAnalytics)
        throw new Error('The mesh lacks a part that is to fail.');
      // What failed before the first fault would only be that the machine is busy.
      const shop = await eventually(() => openShop(mesh.url), patience);
      const post = await eventually(() => openMailbox(mesh, shop), patience);
      await eventually(async () => expect(await prometheus.countUp()).toBe(everyone.length), patience);
      await eventually(async () => expect(await prometheus.firing()).toMatchObject(untouched), patience);

      await mail.send(shop);
      await provoke(slowCalls, () => slowDown(mesh, shop));
      await publishUnreadable(mesh, shop.id);
      await provoke(unreadableEvent);

      toAnalytics.cut();
      await nats.kill();
      await provoke(eventsWithoutBus, async () => {
        for (let nth = 0; nth < 10; nth++) await shop.owner.call('POST', '/projects', { name: 'Waits in the outbox' });
      });
      // A sign-in is tried again after a minute, and mailboxes are measured once a minute.
      await provoke(failingMail, undefined, 3 * minute);
      await mesh.end(bots, 'SIGKILL');
      await s3.kill();
      toConversations.cut();
      const busy = keepCalling(shop);
      try {
        await eventually(post, patience);
        // It measures what waits as soon as it has begun.
        await mesh.replace(channels);
        await provoke([...stoppedParts, ...failedCalls]);
        const isLate = 'time() - max(parley_consumer_as_of_seconds{publisher="bots"}) > 35';
        await eventually(async () => expect(await prometheus.holds(isLate)).toBe(true), patience);
      } finally {
        await busy.stop();
        // Analytics handles events of the outage, of which the last one is late, and no later one.
        toAnalytics.heal();
        await Promise.all([nats.start(), s3.start(), mesh.start(bots)]);
      }

      await spoil(mesh);
      // It looks for what is missing as soon as it has begun.
      await mesh.replace(media);
      await provoke([...lateEvents, ...spoiltData]);
      toConversations.heal();
      await eventually(
        async () => expect(without(stoppedParts, await prometheus.firing())).toEqual(stoppedParts),
        patience,
      );
    },
    10 * minute,
  );
});
