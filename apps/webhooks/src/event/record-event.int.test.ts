import { newId } from '@parley/service-kit/call';
import { personasOf } from '@parley/testkit';

import { WebhooksHarness } from '../../test/webhooks-harness.ts';
import { WantedNames } from '../subscription/wanted-names.repository.ts';

const harness = new WebhooksHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const noted = (projectId: string) =>
  harness.service.db.query<{ event_id: string }>('select event_id from inbox where id_project = $1', [projectId]);

it('records no event without a subscription, and the first one after a subscription', async () => {
  const people = personasOf();
  const { projectId } = people;
  await harness.subscribed('event.emit.cart.paid', undefined, people);
  await harness.publishAndSettle(
    ...Array.from({ length: 20 }, () => harness.emitted(projectId)),
    harness.emitted(newId()),
  );
  expect(await noted(projectId)).toEqual([]);

  const { receiver } = await harness.subscribed('event.emit.Cart.Filled', undefined, people);
  const event = harness.emitted(projectId);
  await harness.publishAndSettle(event);
  expect(await noted(projectId)).toEqual([{ event_id: event.id }]);
  expect(receiver.calls.map(({ headers }) => headers['parley-event'])).toEqual([event.id]);
});

it('ends in the same state when every event arrives five times, in any order', async () => {
  const { people, receiver, list } = await harness.subscribed('event.emit');
  const keys = Array.from({ length: 6 }, () => newId());
  const events = Array.from({ length: 30 }, (_, nth) =>
    harness.emitted(people.projectId, { nth }, { partitionkey: keys[nth % 6] ?? '' }),
  );
  const copies = Array.from({ length: 5 }, () => events).flat();
  await harness.publishAndSettle(
    ...copies
      .map((event) => ({ event, place: Math.random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ event }) => event),
  );

  const delivered = receiver.calls.map(({ body }) => body.payload.attributes.nth as number);
  expect(delivered.toSorted((one, other) => one - other)).toEqual(events.map((_, nth) => nth));
  const deliveries = await list();
  expect(deliveries.map(({ eventId }) => eventId).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  expect(new Set(deliveries.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['delivered 1']));
});

it('looks up many events of many projects in one statement', async () => {
  const { people } = await harness.subscribed('Event.Emit');
  const { db } = harness.service;
  let statements = 0;
  const query: typeof db.query = (...asked) => {
    statements += 1;
    return db.query(...asked);
  };
  const wantedNames = new WantedNames({ ...db, query });
  const projectIds = Array.from({ length: 100 }, (_, nth) => (nth % 2 === 0 ? people.projectId : newId()));
  const answers = await Promise.all(projectIds.map((id) => wantedNames.of(id)));

  expect(answers.map((keys) => [...keys])).toEqual(
    projectIds.map((id) => (id === people.projectId ? ['event.emit'] : [])),
  );
  expect(statements).toBe(1);
});
