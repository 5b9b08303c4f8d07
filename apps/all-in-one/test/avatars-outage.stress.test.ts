import { describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { newUser } from './mesh.ts';
import { startProcesses } from './processes.ts';

const patience = { timeoutMs: 30_000 };

// One pixel, red and blue.
const pixels = {
  red: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  blue: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
};

describeWithProgram('nats-server', 'photos of people while media is killed', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof startProcesses<'media'>>>;
  let url: string;

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await startProcesses({ natsUrl: nats.url, gateways: 1, beside: ['media'] });
    url = mesh.gateways[0]?.url ?? '';
  }, 90_000);
  afterAll(async () => {
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  async function person() {
    const ada = await newUser(url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const path = encodeURIComponent(`uploads/users/${ada.id}/images/photo.jpg`);
    return {
      put: async (colour: keyof typeof pixels) => {
        const body = new FormData();
        const bytes = Uint8Array.from(Buffer.from(pixels[colour], 'base64'));
        body.append('file', new File([bytes], 'me.png', { type: 'image/png' }));
        const headers = { authorization: ada.token };
        return (await fetch(`${url}/v3/images/users/photo?force=true`, { method: 'PUT', headers, body })).status;
      },
      remove: async () => (await ada.customer.call('DELETE', `/images/users?path=${path}`)).status,
      avatar: async (): Promise<string | undefined> =>
        (await ada.customer.call('GET', `/${project._id}/project_users`)).body[0].id_user.avatar,
      isThere: async () => (await fetch(`${url}/v3/images?path=${path}`)).status === 200,
    };
  }

  /** What the record names is there with its bytes; what is not there it does not name. */
  async function agree({ avatar, isThere }: Awaited<ReturnType<typeof person>>): Promise<string | undefined> {
    return eventually(async () => {
      const named = await avatar();
      expect(named !== undefined).toBe(await isThere());
      if (named === undefined) return undefined;
      const response = await fetch(url + named);
      // Only the version that is there may be kept for a year.
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      return named;
    }, patience);
  }

  async function restarted(work: () => Promise<unknown>): Promise<void> {
    await work();
    await mesh.media.end('SIGKILL');
    await mesh.media.start();
  }

  it('are named with their bytes, and no longer than they are there', async () => {
    const ada = await person();
    expect(await ada.avatar()).toBeUndefined();

    await restarted(async () => expect(await ada.put('red')).toBe(201));
    const red = await agree(ada);
    await restarted(async () => expect(await ada.put('blue')).toBe(201));
    await eventually(async () => expect(await ada.avatar()).not.toBe(red), patience);
    expect(await agree(ada)).toBeDefined();
    await restarted(async () => expect(await ada.remove()).toBe(200));
    await eventually(async () => expect(await ada.avatar()).toBeUndefined(), patience);
    expect(await agree(ada)).toBeUndefined();
  }, 120_000);

  it('are named as they are, wherever a change was cut off', async () => {
    const ada = await person();
    for (const change of [() => ada.put('red'), () => ada.put('blue'), ada.remove, () => ada.put('red')]) {
      await restarted(async () => {
        // It may come through or not: it is not waited for.
        const changing = change().catch(() => undefined);
        await Promise.race([changing, new Promise((resolve) => setImmediate(resolve))]);
        void changing;
      });
      await agree(ada);
    }
  }, 120_000);
});
