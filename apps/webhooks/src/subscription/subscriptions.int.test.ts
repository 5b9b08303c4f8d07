import { personasOf } from '@parley/testkit';

import { WebhooksHarness } from '../../test/webhooks-harness.ts';

const harness = new WebhooksHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const event = 'request.create';
const target = 'https://93.184.216.34/hooks';

it('shows the secret of a subscription once, in the answer and in a header', async () => {
  const { ada } = personasOf();
  const owner = harness.service.as(ada);
  const { status, body, headers } = await owner.createSubscription({ event: 'REQUEST.create', target });

  const { secret, ...rest } = body;
  expect(status).toBe(200);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(headers['x-hook-secret']).toBe(secret);
  expect(rest).toEqual({
    ...{ _id: body.id, id: body.id, __v: 0, id_project: ada.projectId, event, target, send_token: true },
    ...{ status: 'active', breaker: { state: 'closed', failures: 0 }, global: false, createdBy: ada.id },
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  expect((await owner.getSubscription({ subscription_id: body.id })).body).toEqual(rest);
  expect((await owner.listSubscriptions({})).body).toEqual([rest]);
  const [row] = await harness.service.db.query('select * from subscription where id = $1', [body.id]);
  expect(JSON.stringify(row)).not.toContain(secret?.slice('whsec_'.length) ?? '');
});

it('makes one subscription of twenty equal calls, and shows its secret to one of them', async () => {
  const owner = harness.service.as(personasOf().ada);
  const calls = Array.from({ length: 20 }, () => owner.createSubscription({ event, target }));
  const answers = await Promise.all(calls);

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ body }) => 'secret' in body)).toHaveLength(1);
  expect(answers.filter(({ headers }) => headers['x-hook-secret'])).toHaveLength(1);
});

it('gives every subscription a secret of its own, a hundred in a project', async () => {
  const owner = harness.service.as(personasOf().ada);
  const secrets = new Set<string | undefined>();
  for (let nth = 0; nth < 100; nth += 1) {
    secrets.add((await owner.createSubscription({ event, target: `${target}/${nth}` })).body.secret);
  }
  expect(secrets.size).toBe(100);
  expect((await owner.createSubscription({ event, target })).body.code).toBe('limit_reached');
  expect((await owner.listSubscriptions({})).body).toHaveLength(100);
});

it.each([
  ['event', { event: 'operator.select' }, 'event_not_offered'],
  ['event', { event: 'user.signup' }, 'event_not_offered'],
  ['event', { event: '*' }, 'event_not_offered'],
  ['event', { event: { $ne: '' } }, 'validation_failed'],
  ['target', { target: '/hooks' }, 'url_not_allowed'],
  ['target', { target: 'ftp://example.com/' }, 'url_not_allowed'],
  ['target', { target: 'https://ada:secret@example.com/' }, 'url_not_allowed'],
  ['target', { target: 'https://example.com/#here' }, 'url_not_allowed'],
  ['target', { target: 'http://93.184.216.34/' }, 'url_not_allowed'],
  ['target', { target: `https://example.com/${'x'.repeat(3_000)}` }, 'validation_failed'],
  ['target', { target: { host: 'example.com' } }, 'validation_failed'],
  ['send_token', { send_token: 'yes' }, 'validation_failed'],
])('refuses a wrong %s: %j', async (param, wrong, code) => {
  const owner = harness.service.as(personasOf().ada);
  const { body } = await owner.createSubscription({ event, target });
  const id = body.id;
  const written = { event, target, ...wrong };
  // Refused by the types, hence the casts.
  for (const answer of [
    await owner.createSubscription(written as never),
    await owner.updateSubscription({ subscription_id: id, ...written } as never),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    expect(answer.body.errors).toMatchObject([{ param }]);
  }
});

it('lists the offered events in the error', async () => {
  const { body } = await harness.service.as(personasOf().ada).createSubscription({ event: 'x', target });
  for (const name of ['request.create', 'faqbot.update', 'event.emit.<name>', 'request.assigned'])
    expect(body.msg).toContain(name);
});

it.each([
  ...['127.0.0.2', '127.2', '0', '0x7f.2', '0177.0.0.2', '2130706434', '１２７.０.０.２', '[::1]', '[::]'],
  ...['[::ffff:127.0.0.2]', '[::127.0.0.2]', '[64:ff9b::a9fe:a9fe]', '[2002:7f00:2::]', '[fe80::1]', '[fd00::1]'],
  ...['169.254.169.254', '100.100.100.200', '10.0.0.1', 'metadata.google.internal', 'localhost.', 'x.svc', 'host'],
])('refuses an internal address: %s', async (host) => {
  const { status, body } = await harness.service
    .as(personasOf().ada)
    .createSubscription({ event, target: `https://${host}/` });
  expect([status, body.code]).toEqual([422, 'url_not_allowed']);
});

it('changes the given fields only', async () => {
  const owner = harness.service.as(personasOf().ada);
  const { body: made } = await owner.createSubscription({ event, target, send_token: false });
  const other = await owner.createSubscription({ event: 'request.close', target });
  const subscription_id = made.id;
  // Unknown members, which are ignored.
  const more = { global: true, secret: 'whsec_x', disabledReason: 'gone', breaker: {} };

  const { body } = await owner.updateSubscription({ subscription_id, send_token: true, ...more });
  expect(body).toMatchObject({ event, target, send_token: true, global: false, __v: 1, status: 'active' });
  expect(body).not.toHaveProperty('secret');
  const taken = await owner.updateSubscription({ subscription_id, event: 'Request.Close' });
  expect([taken.status, taken.body.code, (taken.body as { conflict?: string }).conflict]).toEqual([
    409,
    'subscription_exists',
    other.body.id,
  ]);
  const disabled = await owner.updateSubscription({ subscription_id, status: 'disabled' });
  expect(disabled.body).toMatchObject({ status: 'disabled', disabledReason: 'manual', __v: 2 });
  const active = await owner.updateSubscription({ subscription_id, status: 'active' });
  expect(active.body).not.toHaveProperty('disabledReason');
  const stale = await owner.updateSubscription(
    { subscription_id, status: 'disabled' },
    { headers: { 'if-match': '"1"' } },
  );
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch']);
});

it('removes a subscription and its deliveries', async () => {
  const { owner, id, people } = await harness.subscribed('event.emit');
  await harness.publishAndSettle(harness.emitted(people.projectId));
  expect((await owner.listSubscriptionHistory({})).body).toHaveLength(1);

  expect((await owner.deleteSubscription({ subscription_id: id })).body).toMatchObject({ _id: id });
  expect((await owner.getSubscription({ subscription_id: id })).body.code).toBe('subscription_not_found');
  expect((await owner.listSubscriptionHistory({})).body).toEqual([]);
  await harness.service.settled();
  for (const table of ['lane', 'delivery', 'attempt'])
    expect(await harness.service.db.query(`select from ${table} where id_subscription = $1`, [id])).toEqual([]);
});

it('gives a project no event of another one, and no delivery by its id', async () => {
  const mine = await harness.subscribed('event.emit');
  const theirs = await harness.subscribed('event.emit');
  await harness.publishAndSettle(harness.emitted(theirs.people.projectId));
  const [{ _id: delivery_id = '' } = {}] = await theirs.list();
  expect([theirs.receiver.calls.length, mine.receiver.calls.length]).toEqual([1, 0]);
  for (const subscription_id of [mine.id, theirs.id]) {
    const asked = { subscription_id, delivery_id };
    const answers = [await mine.owner.getDelivery(asked), await mine.owner.replayDelivery(asked)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  }
  await harness.service.settled();
  expect(theirs.receiver.calls).toHaveLength(1);
});

it('lets only admins of the project see or change a subscription', async () => {
  const { people, id } = await harness.subscribed('event.emit');
  const subscription_id = id;
  const calls = (actor: typeof people.ada) => {
    const as = harness.service.as(actor);
    return [
      as.getSubscription({ subscription_id }),
      as.updateSubscription({ subscription_id, status: 'disabled' }),
      as.deleteSubscription({ subscription_id }),
      as.rotateSubscriptionSecret({ subscription_id }),
      as.testSubscription({ subscription_id }),
      as.listDeliveries({ subscription_id }),
      as.replayDeliveries({ subscription_id, from: '2026-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }),
    ];
  };
  for (const actor of [people.linus, people.vera, people.robby])
    expect(new Set((await Promise.all(calls(actor))).map(({ status }) => status))).toEqual(new Set([403]));
  const strangers = await Promise.all(calls(personasOf().ada));
  expect(new Set(strangers.map(({ body }) => body.code))).toEqual(new Set(['subscription_not_found']));
  expect((await harness.service.as(people.grace).getSubscription({ subscription_id })).status).toBe(200);
});
