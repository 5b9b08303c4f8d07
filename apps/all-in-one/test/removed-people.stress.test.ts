import { setTimeout as delay } from 'node:timers/promises';

import {
  DnsStandIn,
  describeWithProgram,
  eventually,
  type NatsServer,
  type RedisServer,
  startNatsServer,
  startRedisServer,
} from '@parley/testkit';
import { type IdentityProvider, oidcClient, startIdentityProvider } from '@parley/testkit/identity-provider';

import { SocketClient } from './client.ts';
import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';

/** Source: contract 12, Must hold 4. */
const shutOutMs = 1_000;
const domain = 'company.example';
/** That of the console. */
const origin = 'http://parley.test';

type Mesh = Awaited<ReturnType<typeof startProcesses<'realtime'>>>;

describeWithProgram('nats-server', 'a person who is removed at the provider', () => {
  describeWithProgram('redis-server', 'with Redis', () => {
    let nats: NatsServer;
    let redis: RedisServer;
    let dns: DnsStandIn;
    let provider: IdentityProvider;
    let mesh: Mesh;
    let urls: string[];
    let shop: Awaited<ReturnType<typeof newShop>>;

    beforeAll(async () => {
      [nats, redis, dns, provider] = await Promise.all([
        startNatsServer(),
        startRedisServer(),
        DnsStandIn.start(),
        startIdentityProvider(),
      ]);
      mesh = await startProcesses({
        ...{ natsUrl: nats.url, redisUrl: redis.url, gateways: 2, beside: ['realtime'] },
        env: { OUTBOUND_ALLOW: '127.0.0.1', SIGN_IN_DNS: dns.address },
      });
      urls = mesh.gateways.map(({ url }) => url);
      shop = await newShop();
    }, 120_000);
    afterAll(async () => {
      await mesh?.stop();
      dns?.stop();
      await Promise.all([nats?.stop(), redis?.stop(), provider?.stop()]);
    }, 60_000);

    /** A company whose people sign in by its provider, with a conversation to follow. */
    async function newShop() {
      const ada = await newUser(urls[0] ?? '', 'Ada');
      const ask = async (method: string, path: string, body?: unknown) => {
        const answer = await ada.customer.call(method, path, body);
        if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body;
      };
      const { _id: id } = await ask('POST', '/projects', { name: 'Company' });
      const added = await ask('POST', `/${id}/sign_in/domains`, { domain });
      dns.set('TXT', domain, added.record);
      await ask('POST', `/${id}/sign_in/domains/${domain}/verify`);
      const connection = await ask('POST', `/${id}/sign_in/connections`, {
        ...{ name: 'Company', issuer: provider.issuer, ...oidcClient, provision: 'anyone_of_domain' },
        ...{ role_claim: 'groups', role_map: [{ value: 'staff', role: 'admin' }] },
      });
      provider.allow(connection.redirect_uri);
      const wanted = { name: 'Provider', role: 'admin', expires_in: 3_600 };
      const { token } = await ask('POST', `/${id}/api_tokens`, wanted);
      const vera = await newVisitor(urls[0] ?? '', id, 'Vera');
      const path = `/${id}/requests/${newRequestId(id)}`;
      await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
      const say = (text: string) => vera.customer.call('POST', `${path}/messages`, { text });
      return {
        id,
        path,
        say,
        reference: String(connection.reference),
        scim: new Customer(urls[0] ?? '', `Bearer ${token}`),
      };
    }

    /** What a browser does, from the button to the session. @returns its access token; undefined where there is no session */
    async function signIn(subject: string): Promise<string | undefined> {
      const [url = ''] = urls;
      const started = await fetch(`${url}/v3/auth/oidc/${shop.reference}/start`, { redirect: 'manual' });
      const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const back = new URL(await provider.visit(started.headers.get('location') ?? '', subject));
      const finished = await fetch(`${url}${back.pathname}${back.search}`, { redirect: 'manual', headers: { cookie } });
      const session = finished.headers.getSetCookie().find((line) => /parley=[\w-]{43}/.test(line));
      if (session === undefined) return undefined;
      const headers = { cookie: session.split(';')[0] ?? '', origin, 'content-type': 'application/json' };
      const renewed = await fetch(`${url}/v3/auth/session/token`, { method: 'POST', headers });
      const { token } = (await renewed.json()) as { token: string };
      expect([renewed.status, token]).toEqual([200, expect.stringMatching(/^JWT /)]);
      return token;
    }

    it.each<[string, (subject: string, teammate: string) => Promise<unknown>]>([
      [
        'by SCIM, suspended',
        (_, teammate) =>
          shop.scim.call('PATCH', `/${shop.id}/scim/v2/Users/${teammate}`, {
            Operations: [{ op: 'replace', path: 'active', value: false }],
          }),
      ],
      ['by SCIM, deleted', (_, teammate) => shop.scim.call('DELETE', `/${shop.id}/scim/v2/Users/${teammate}`)],
      [
        'by claims at another sign-in',
        async (subject) => {
          provider.add(subject, { email: `${subject}@${domain}`, email_verified: true, groups: [] });
          expect(await signIn(subject)).toBeUndefined();
        },
      ],
      [
        'by logout',
        async (subject) => {
          const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
          const body = new URLSearchParams({ logout_token: await provider.sign({ sub: subject, events }) });
          const ended = await fetch(`${urls[1]}/v3/auth/oidc/${shop.reference}/logout`, { method: 'POST', body });
          expect(ended.status).toBe(200);
        },
      ],
    ])(
      'makes no successful call that is sent a second later on any replica, and gets no frame: %s',
      async (way, remove) => {
        const subject = way.replaceAll(/\W+/g, '-');
        provider.add(subject, { email: `${subject}@${domain}`, email_verified: true, groups: ['staff'] });
        const token = (await signIn(subject)) ?? '';
        const callers = urls.map((url) => new Customer(url, token));
        const [own] = (await callers[0]?.call('GET', `/${shop.id}/project_users/me`))?.body ?? [];
        const ask = async (caller: Customer) => (await caller.call('GET', shop.path)).status;
        // Every gateway knows the person when they are removed.
        for (const caller of callers) expect(await ask(caller)).toBe(200);
        const sockets = urls.map((url) => new SocketClient(url, token, [`${shop.path}/messages`]));
        for (const socket of sockets) socket.connect();
        for (const socket of sockets) await eventually(() => expect(socket.known.messages.size).toBeGreaterThan(0));

        await remove(subject, own?._id);
        const removed = performance.now();
        // The clock is what the line is about: calls that are sent once the second is over.
        await delay(shutOutMs);
        const statuses: number[] = [];
        const frames = sockets.map((socket) => socket.known.messages.size);
        expect((await shop.say(`After ${way}`)).status).toBe(200);
        // Longer than a gateway remembers a person.
        while (performance.now() - removed < shutOutMs + 6_000) {
          statuses.push(...(await Promise.all(callers.map(ask))));
          await delay(20);
        }

        expect(statuses.length).toBeGreaterThan(20);
        expect(statuses.filter((status) => status < 400)).toEqual([]);
        expect(sockets.map((socket) => socket.known.messages.size)).toEqual(frames);
        for (const socket of sockets) socket.stop();
      },
      60_000,
    );
  });
});
