import { commonErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import { type Client, RealtimeHarness } from '../../test/harness.ts';

const harness = new RealtimeHarness();
beforeAll(() => harness.start({ SOCKETS_PER_PRINCIPAL: '3', SOCKET_TOPICS: '4', SOCKET_AUTH_TIMEOUT: '300ms' }));
afterAll(() => harness.stop());

const jwtOf = (name: string) => `Basic ${Buffer.from(`${name}:pass`).toString('base64')}`;

describe('a connection', () => {
  it('returns its identity, answers ping, and reports its principal as present', async () => {
    const ada = harness.add('ada');
    const client = await harness.connect('ada');
    client.send('me');
    client.socket.send('ping');
    await eventually(() => expect(client.texts).toContain('pong'), { timeoutMs: 20_000 });
    expect(client.received('me')).toEqual([{ id: expect.any(String), userId: ada.id }]);
    await eventually(() => expect(harness.present.flat()).toContain(ada.id));
  });

  it('may authenticate in its first frame, and renew that in place', async () => {
    const grace = harness.add('grace');
    harness.add('other');
    const client = await harness.connect(undefined);
    client.send('auth', { token: jwtOf('grace') });
    client.send('auth', { token: jwtOf('grace') });
    await eventually(() => expect(client.received('auth')).toEqual([{ userId: grace.id }, { userId: grace.id }]));
    client.send('auth', { token: jwtOf('other') });
    await client.ended(4401);
  });

  it.each([
    ['bad credentials in its address', '/v3/ws?token=JWT%20nonsense'],
    ['no credentials for too long', '/v3/ws'],
  ])('is closed for %s', async (_why, path) => {
    const client = await harness.connect(undefined, path);
    await client.ended(4401);
  });

  it('is closed when it acts before it has authenticated', async () => {
    const client = await harness.connect(undefined);
    client.send('subscribe', { topic: harness.topic() });
    await client.ended(4401);
    expect(harness.streams).toEqual([]);
  });

  it('is limited in number per principal', async () => {
    harness.add('many');
    const clients: Awaited<ReturnType<RealtimeHarness['connect']>>[] = [];
    for (let n = 0; n < 4; n++) clients.push(await harness.connect('many'));
    await eventually(() => expect(clients.filter(({ closed }) => closed === 4429)).toHaveLength(1));
  });

  it('is refused without the gateway', async () => {
    const url = harness.service.addresses.http;
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'x',
      'sec-websocket-version': '13',
    };
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      const req = request(`${url}/v3/ws`, { headers }, (res) => resolve(res.statusCode));
      req.on('error', resolve);
      req.end();
    });
    expect(status).toBe(401);
  });
});

describe('a frame', () => {
  it('that is invalid, or of an unknown action, gets an error, and the socket stays', async () => {
    harness.add('frames');
    const client = await harness.connect('frames');
    for (const text of ['nonsense', '7', '{}', '{"action":"jump"}', '{"action":"subscribe"}']) client.socket.send(text);
    await eventually(() =>
      expect(client.received('error').map(({ code }) => code)).toEqual(Array(5).fill('bad_frame')),
    );
    expect(client.closed).toBeUndefined();
  });

  it('that is too large ends the socket', async () => {
    harness.add('large');
    const client = await harness.connect('large');
    client.socket.send(JSON.stringify({ action: 'me', payload: 'x'.repeat(70_000) }));
    await client.ended(1009);
  });

  it('is limited to 20 a second', async () => {
    harness.add('hasty');
    const client = await harness.connect('hasty');
    for (let n = 0; n < 60; n++) client.send('me');
    await eventually(() => expect(client.received('me').length + client.received('error').length).toBe(60));
    expect(client.received('error').length).toBeGreaterThanOrEqual(20);
    expect(client.received('error')[0].code).toBe('rate_limited');
  });

  it('says who has a request open, and that they have left when the socket ends', async () => {
    const linus = harness.add('linus');
    const client = await harness.connect('linus');
    const topic = harness.topic('requests/R/viewers');
    client.send('publish', { topic, message: { state: 'viewing' } });
    client.send('publish', { topic, message: { state: 'asleep' } });
    client.send('publish', { topic, message: {} });
    client.send('publish', { topic: harness.topic('requests/S/viewers'), message: { state: 'replying' } });
    client.send('publish', { topic: harness.topic('requests/S/viewers'), message: { state: 'left' } });
    client.send('publish', { topic: harness.topic('requests/forbidden/viewers'), message: { state: 'viewing' } });
    const said = () =>
      harness.viewing.filter(({ actor }) => actor === linus.id).map(({ requestId, state }) => [requestId, state]);
    await eventually(() =>
      expect(client.received('error').map(({ code }) => code)).toEqual([
        'bad_frame',
        'bad_frame',
        'subscription_refused',
      ]),
    );
    const before = [
      ['R', 'viewing'],
      ['S', 'replying'],
      ['S', 'left'],
    ];
    expect(said()).toEqual(before);
    expect(new Set(harness.viewing.map(({ connection }) => connection)).size).toBe(1);

    client.socket.terminate();

    await eventually(() => expect(said()).toEqual([...before, ['R', 'left']]));
  });

  it('publishes nothing but typing', async () => {
    const typist = harness.add('typist');
    const client = await harness.connect('typist');
    client.send('publish', { topic: harness.topic('requests/R/messages'), message: { text: 'x' } });
    client.send('publish', { topic: harness.topic(), message: {} });
    client.send('broadcast', { topic: harness.topic() });
    client.send('publish', { topic: harness.topic('requests/R/typing'), message: { typing: false } });
    client.send('publish', { topic: `/${newId()}/requests/R/typing` });
    client.send('ack', { topic: harness.topic('requests/R/messages'), upto: 7, status: 300 });
    await eventually(() => expect(harness.acknowledged).toHaveLength(1));
    expect(client.received('error').map(({ code }) => code)).toEqual([
      ...['not_allowed', 'not_allowed', 'not_allowed'],
      'subscription_refused',
    ]);
    const place = { idProject: harness.projectId, requestId: 'R', actor: typist.id };
    expect(harness.typing).toEqual([{ ...place, typing: false }]);
    expect(harness.acknowledged).toEqual([{ ...place, upto: 7, status: 300 }]);
  });
});

describe('a subscription', () => {
  it('sends frames in the format of existing clients, and stops on unsubscribe', async () => {
    harness.add('reader');
    const client = await harness.connect('reader');
    const topic = harness.topic('requests/A');
    client.send('subscribe', { topic });
    const stream = await harness.stream(topic);
    stream.send('CREATE', { _id: '1', text: '"quoted" words' }, 'c1');
    stream.send('', {}, 'c2');
    stream.send('UPDATE', { _id: '1' }, 'c3');
    await eventually(() => expect(client.texts).toHaveLength(2));
    expect(client.texts.map((text) => JSON.parse(text))).toEqual([
      {
        action: 'publish',
        payload: { topic, method: 'CREATE', message: { _id: '1', text: '"quoted" words' }, cursor: 'c1' },
      },
      { action: 'publish', payload: { topic, method: 'UPDATE', message: { _id: '1' }, cursor: 'c3' } },
    ]);
    client.send('unsubscribe', { topic });
    await eventually(() => expect(stream.isOpen).toBe(false));
    client.send('subscribe', { topic, after: 'mine' });
    expect((await harness.stream(topic, 1)).after).toBe('mine');
  });

  it('resumes from its last cursor when the stream breaks, ends or was unavailable', async () => {
    harness.add('lasting');
    const client = await harness.connect('lasting');
    const topic = harness.topic('requests/B/messages');
    client.send('subscribe', { topic });
    (await harness.stream(topic)).send('CREATE', [], 'b1');
    (await harness.stream(topic)).end();
    const second = await harness.stream(topic, 1);
    expect(second.after).toBe('b1');
    second.send('CREATE', { seq: 1 }, 'b2');
    second.fail(commonErrors.dependency_down());
    const third = await harness.stream(topic, 2);
    expect(third.after).toBe('b2');
    third.send('CREATE', { seq: 2 }, 'b3');
    await eventually(() => expect(client.received('publish').map(({ cursor }) => cursor)).toEqual(['b1', 'b2', 'b3']));
    third.send('CREATE', [], 'b4', true);
    await eventually(() => expect(client.received('error')).toMatchObject([{ topic, code: 'cursor_expired' }]));
  });

  it('is refused in the same words for every reason, and limited in number', async () => {
    harness.add('wisher');
    const client = await harness.connect('wisher');
    for (const topic of ['nonsense', `/${newId()}/requests`, harness.topic('requests/forbidden')])
      client.send('subscribe', { topic });
    await eventually(() => expect(client.received('error')).toHaveLength(3));
    expect(new Set(client.received('error').map(({ code, msg }) => `${code} ${msg}`)).size).toBe(1);
    for (let n = 0; n < 5; n++) client.send('subscribe', { topic: harness.topic(`bots/${n}`) });
    await eventually(() => expect(client.received('error').at(-1).code).toBe('limit_reached'));
  });
});

describe('a right that ends', () => {
  /** A socket that follows the list of requests. */
  async function follower(name: string) {
    const person = harness.add(name);
    const client = await harness.connect(name);
    const topic = harness.topic(`requests/of-${name}`);
    client.send('subscribe', { topic });
    const stream = await harness.stream(topic);
    return { person, client, topic, stream };
  }

  const hear = (type: string, data: object) =>
    harness.service.bus.publish(
      [
        {
          id: newId(),
          projectId: harness.projectId,
          type,
          text: JSON.stringify({ type, idproject: harness.projectId, data }),
        },
      ],
      () => undefined,
    );

  it('closes the socket of a removed member, and no frame comes after it', async () => {
    const { person, client, stream } = await follower('leaving');
    const other = await follower('staying');
    person.status = 'removed';
    await hear('teammate.removed', { teammate: { id_user: person.id } });
    await client.ended(4401);
    stream.send('UPDATE', { secret: true }, 'x');
    await eventually(() => expect(stream.isOpen).toBe(false));
    expect(client.received('publish')).toEqual([]);
    expect(other.client.closed).toBeUndefined();
  });

  it('closes the socket of a banned principal, and of one whose credentials are revoked', async () => {
    const [banned, gone] = [await follower('banned'), await follower('gone')];
    harness.banned.push(banned.person.id);
    await hear('project.updated', {});
    await banned.client.ended(4401);
    harness.people.delete('gone');
    await hear('teammate.updated', { teammate: { id_user: gone.person.id } });
    await gone.client.ended(4401);
  });

  it('closes a socket without subscriptions, too', async () => {
    const person = harness.add('idle');
    const client = await harness.connect('idle');
    client.send('me');
    await eventually(() => expect(client.received('me')).toHaveLength(1));
    harness.people.delete('idle');
    await hear('teammate.updated', { teammate: { id_user: person.id } });
    await client.ended(4401);
  });

  /** Subscribes, and continues while the membership lookup is pending. */
  async function whileAsked(name: string, meanwhile: (client: Client, topic: string) => Promise<void>) {
    harness.add(name);
    const client = await harness.connect(name);
    const answer = Promise.withResolvers<void>();
    harness.answering = answer.promise;
    const { asked } = harness;
    const topic = harness.topic(`requests/of-${name}`);
    client.send('subscribe', { topic });
    await eventually(() => expect(harness.asked).toBe(asked + 1));
    await meanwhile(client, topic);
    answer.resolve();
    return topic;
  }

  it('is enforced though it ends during the membership lookup', async () => {
    const { sockets } = harness.service.context;
    const topic = await whileAsked('risen', async () => {
      const person = harness.people.get('risen');
      if (person) person.role = 'admin';
      await hear('teammate.updated', { teammate: { id_user: person?.id } });
      const socket = [...sockets].find(({ identity }) => identity?.principal.id === person?.id);
      await eventually(() => expect(socket?.checks).toBe(1));
    });
    expect((await harness.stream(topic)).role).toBe('admin');
  });

  it('leaves no subscription on a socket that has closed meanwhile', async () => {
    const { sockets } = harness.service.context;
    const topic = await whileAsked('vanished', async (client) => {
      const { size } = sockets;
      client.socket.terminate();
      await eventually(() => expect(sockets.size).toBe(size - 1));
    });
    await follower('after');
    expect(harness.streams.filter((stream) => stream.topic === topic)).toEqual([]);
  });

  it('keeps sockets while workspace is down, and resubscribes with another role', async () => {
    const { person, client, topic, stream } = await follower('rising');
    harness.isWorkspaceDown = true;
    await hear('teammate.updated', { teammate: { id_user: person.id } });
    harness.isWorkspaceDown = false;
    person.role = 'admin';
    await hear('teammate.updated', { teammate: { id_user: person.id } });
    const again = await harness.stream(topic, 1);
    expect([again.role, again.after, client.closed]).toEqual(['admin', '', undefined]);
    await eventually(() => expect(stream.isOpen).toBe(false));
  });
});
