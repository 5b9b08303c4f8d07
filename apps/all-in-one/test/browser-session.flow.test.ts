import { Writable } from 'node:stream';

import * as contracts from '@parley/contracts';
import { endpointsOf } from '@parley/contracts';
import { createLogger } from '@parley/service-kit/observability';
import { eventually, fillPath, paramsIn } from '@parley/testkit';
import { WebSocket } from 'ws';

import { serviceNames } from '../src/mesh.ts';
import type { AllInOne } from '../src/service.ts';
import { Customer, newUser, startMesh } from './mesh.ts';

let mesh: AllInOne;
let origin: string;
const lines: string[] = [];
const secrets: string[] = [];

beforeAll(async () => {
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLogger({ service: 'all', level: 'debug', to });
  mesh = await startMesh({ RATE_LIMIT_FACTOR: '1000', AUTH_LIMIT_FACTOR: '1000', MAIL_DELIVERY: 'off' }, { log });
  origin = mesh.url;
}, 60_000);
afterAll(() => mesh?.stop());

/** A browser with its one cookie. */
class Browser {
  cookie = '';

  /** As a page of the console calls. */
  async call(method: string, path: string, body?: object) {
    const response = await fetch(`${mesh.url}/v3/auth/session${path}`, {
      method,
      headers: { origin, cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const [set, age] = (response.headers.get('set-cookie') ?? '').split('; ');
    if (set) this.cookie = age === 'Max-Age=0' ? '' : set;
    // biome-ignore lint/suspicious/noExplicitAny: a flow test reads answers as a customer's own code would, without our types.
    const answer = { status: response.status, body: (await response.json()) as any };
    secrets.push(this.cookie.split('=')[1] ?? '', answer.body.token?.slice(4) ?? '');
    return answer;
  }

  async signIn(email: string, password: string) {
    const { status, body } = await this.call('POST', '', { email, password });
    expect(status).toBe(200);
    return body;
  }
}

const passwordOf = (firstname: string) => `secret of ${firstname}`;
const api = (token: string) => new Customer(mesh.url, token);

async function socketOf(token: string): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`${mesh.url.replace('http', 'ws')}/v3/ws?token=${encodeURIComponent(token)}`);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const heard = new Promise<void>((resolve) => socket.once('message', () => resolve()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ action: 'me', payload: {} }));
  await heard;
  return { closed };
}

it('keeps a browser signed in by its cookie, which opens nothing but its own three endpoints', async () => {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const browser = new Browser();
  const { token } = await browser.signIn(ada.email, passwordOf('Ada'));
  expect((await api(token).call('GET', `/${project._id}/project_users`)).status).toBe(200);
  const renewed = await Promise.all(Array.from({ length: 20 }, () => browser.call('POST', '/token', {})));
  expect(renewed.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const { body } of renewed) expect((await api(body.token).call('GET', '/users')).status).toBe(200);

  const strange: string[] = [];
  const endpoints = endpointsOf(contracts).filter(
    (one) => serviceNames.includes(one.owner) && one.cookie === undefined,
  );
  expect(endpoints.length).toBeGreaterThan(150);
  for (const { method, path } of endpoints) {
    const params = Object.fromEntries(paramsIn(path).map((name) => [name, name === 'id_project' ? project._id : 'x']));
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(mesh.url + fillPath(path, params), { method: method.toUpperCase(), headers });
      const text = await response.text();
      return [response.status, /"code":"(\w+)"/.exec(text)?.[1], response.headers.get('set-cookie')].join(' ');
    };
    const [without, withCookie] = [await ask({ origin }), await ask({ origin, cookie: browser.cookie })];
    if (without !== withCookie) strange.push(`${method} ${path}: ${without}, with the cookie ${withCookie}`);
  }
  expect(strange).toEqual([]);
  expect((await browser.call('POST', '/token', {})).status).toBe(200);
}, 60_000);

it.each<
  [
    string,
    (about: {
      browser: Browser;
      token: string;
      sid: string;
      elsewhere: Customer;
      firstname: string;
    }) => Promise<unknown>,
  ]
>([
  ['Signer', ({ browser }) => browser.call('DELETE', '')],
  ['Holder', ({ token }) => api(token).call('POST', '/auth/signout')],
  ['Reviser', ({ sid, elsewhere }) => elsewhere.call('DELETE', `/jwt/history/id/${sid}`)],
  [
    'Changer',
    ({ elsewhere, firstname }) =>
      elsewhere.call('PUT', '/users/changepsw', { oldpsw: passwordOf(firstname), newpsw: 'another password' }),
  ],
  ['Leaver', ({ elsewhere }) => elsewhere.call('DELETE', '/users')],
])(
  'ends a session for good: its cookie, its tokens, its socket (%s)',
  async (firstname, end) => {
    const person = await newUser(mesh.url, firstname);
    const browser = new Browser();
    const { token, session } = await browser.signIn(person.email, passwordOf(firstname));
    const { closed } = await socketOf(token);
    const { cookie } = browser;
    expect((await api(token).call('GET', '/users')).status).toBe(200);

    await end({ browser, token, sid: session._id, elsewhere: person.customer, firstname });

    await eventually(async () => expect((await api(token).call('GET', '/users')).status).toBe(401), {
      timeoutMs: 5_000,
    });
    expect(await closed).toBe(4401);
    browser.cookie = cookie;
    const refused = await browser.call('POST', '/token', {});
    expect([refused.status, refused.body.code, browser.cookie]).toEqual([401, 'unauthorized', '']);
  },
  30_000,
);

it('leaves no cookie and no token in the log', async () => {
  const wanted = secrets.filter((secret) => secret.length > 20);
  expect(wanted.length).toBeGreaterThan(20);
  const log = lines.join('');
  expect(log).toContain('createSession');
  expect(wanted.filter((secret) => log.includes(secret))).toEqual([]);
});
