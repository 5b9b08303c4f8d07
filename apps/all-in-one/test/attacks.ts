import { abandonPipelines, eventually, head, sendLarge, slowBodies, strangers } from '@parley/testkit';

import { Customer, newRequestId, newUser } from './mesh.ts';

/** A gateway that trusts the `X-Forwarded-For` of loopback, and its operations port. */
export interface Attacked {
  url: string;
  ops: string;
}

const megabyte = 2 ** 20;
const json = { 'content-type': 'application/json' };
const patience = { timeoutMs: 60_000 };

/**
 * Attacks the product through its gateway, while a tenant goes on working.
 * @throws when the tenant is refused anything, meanwhile or afterwards, or a place of a service is not given back
 */
export async function withstandAttacks(gateway: Attacked): Promise<void> {
  const victim = await newUser(gateway.url, 'Ada');
  const { body: project } = await victim.customer.call('POST', '/projects', { name: 'Shop' });
  const tenant = await goOn(gateway);
  const target = { url: gateway.url, addresses: strangers(200) };
  const labels = `/v3/${project._id}/labels`;

  for (const path of [labels, '/openapi.json', '/readyz']) {
    await abandonPipelines(target, { connections: 34, calls: 300, path });
    await tenant.worked();
  }

  const signIn = head('POST', '/v3/auth/signinAnonymously', { ...json, 'content-length': 400 });
  const slow = await slowBodies(target, {
    connections: 1_100,
    heads: [signIn, signIn, head('GET', labels, { 'content-length': 400 })],
  });
  await eventually(
    async () => expect((await figures(gateway, 'parley_held_body_bytes'))[0]).toBeGreaterThan(700 * 16_384),
    patience,
  );
  await tenant.worked();
  slow.stop();

  const credentials = { authorization: victim.token };
  const message = head('POST', `/v3/${project._id}/requests/${newRequestId(project._id)}/messages`, {
    ...json,
    ...credentials,
  });
  const large = await sendLarge(target, { heads: Array(24).fill(message), size: 4 * megabyte });
  expect(large.map(({ statuses }) => statuses)).toEqual(Array(24).fill([413]));
  const form = { ...credentials, 'content-type': 'multipart/form-data; boundary=b' };
  const uploads = await sendLarge(target, {
    heads: Array(4).fill(head('POST', '/v3/files/users', form)),
    size: 24 * megabyte,
  });
  expect(uploads.map(({ statuses }) => statuses)).toEqual(Array(4).fill([413]));
  await tenant.worked();

  expect(await tenant.stop()).toEqual([]);
  await eventually(async () => {
    const calls = await figures(gateway, 'parley_upstream_calls');
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.filter((count) => count > 0)).toEqual([]);
    expect(await figures(gateway, 'parley_held_body_bytes')).toEqual([0]);
  }, patience);
}

interface Working {
  /** Resolves when all kinds of calls that begin from now on have been answered once. */
  worked(): Promise<void>;
  /** @returns the calls that were not answered 200 */
  stop(): Promise<string[]>;
}

/** Another tenant, from another address, whose calls need the services that are attacked. */
async function goOn({ url }: Attacked): Promise<Working> {
  const { customer, token } = await newUser(url, 'Grace');
  const { body: project } = await customer.call('POST', '/projects', { name: 'Bakery' });
  const own = new Customer(url, token);
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const refused: string[] = [];
  let rounds = 0;
  let isOver = false;
  const work = async () => {
    const request = `/${project._id}/requests/${newRequestId(project._id)}`;
    const count = async (method: string, path: string, body?: object) => {
      const { status, body: said } = await own.call(method, path, body, from);
      if (status !== 200) refused.push(`${method} ${path}: ${status} ${JSON.stringify(said)}`);
    };
    while (!isOver) {
      await count('GET', `/${project._id}/labels`);
      await count('POST', `${request}/messages`, { text: 'Is anybody there?' });
      await count('GET', `${request}/messages`);
      await count('GET', '/files/usage');
      rounds += 1;
    }
  };
  const done = work();
  return {
    async worked() {
      const enough = rounds + 3;
      await eventually(() => rounds >= enough, patience);
    },
    async stop() {
      isOver = true;
      await done;
      return refused;
    },
  };
}

/** Every value of a metric. */
async function figures({ ops }: Attacked, name: string): Promise<number[]> {
  const text = await (await fetch(`${ops}/metrics`)).text();
  return [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value));
}
