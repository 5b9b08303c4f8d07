import { eventually } from '@parley/testkit';

import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** A zone without clock changes in which it is afternoon now: between 16:00 and 17:00. */
const offset = ((16 - new Date().getUTCHours() + 36) % 24) - 12;
const tzname = offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
/** The wall clock there, as if it were UTC. */
const wall = (time: Date | number = Date.now()) => new Date(Number(time) + offset * hourMs);
const dayOf = (daysLater: number) => wall(Date.now() + daysLater * dayMs);
const dateOf = (daysLater: number) => dayOf(daysLater).toISOString().slice(0, 10);

/** A shop of one agent: today it closes in half an hour, on the next days at five; the day after next it is closed. */
async function newShop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const id: string = body._id;
  const ask = async (customer: Customer, method: string, path: string, sent?: unknown) => {
    const answer = await customer.call(method, path, sent);
    expect([method, path, answer.status]).toEqual([method, path, 200]);
    return answer.body;
  };
  const owner = (method: string, path: string, sent?: unknown) => ask(ada.customer, method, `/${id}${path}`, sent);
  const closing = wall(Date.now() + 30 * minuteMs)
    .toISOString()
    .slice(11, 16);
  const operatingHours = {
    tzname,
    [dayOf(0).getUTCDay()]: [{ start: '09:00', end: closing }],
    ...Object.fromEntries([1, 2].map((later) => [dayOf(later).getUTCDay(), [{ start: '09:00', end: '17:00' }]])),
  };
  await ask(ada.customer, 'PUT', `/projects/${id}`, { operatingHours, activeOperatingHours: true });
  const vera = await newVisitor(mesh.url, id, 'Vera');
  const write = async () => {
    const request = newRequestId(id);
    await ask(vera.customer, 'POST', `/${id}/requests/${request}/messages`, { text: 'Hello' });
    return request;
  };
  return { id, owner, write };
}

it('moves due times when it comes, and back when it goes, and tells each time', async () => {
  const { owner, write } = await newShop();
  await owner('POST', '/sla_policies', {
    name: 'An hour',
    hours: 'project',
    targets: { default: { first_response: hourMs } },
  });
  const request = await write();
  const due = async () => {
    const { sla } = await owner('GET', `/requests/${request}`);
    return wall(new Date(sla.due_at)).toISOString().slice(0, 16);
  };
  const changes = async () =>
    (await owner('GET', `/requests/${request}/history`)).filter(({ verb }: { verb: string }) => verb === 'SLA_CHANGED')
      .length;
  // Half an hour of today, less the seconds of this minute, and half an hour of the next open day.
  const halfPastNine = (daysLater: number) => expect.stringMatching(new RegExp(`^${dateOf(daysLater)}T09:3[01]$`));
  expect(await due()).toEqual(halfPastNine(1));
  const before = await changes();

  const holiday = await owner('POST', '/holidays', { name: 'Founders’ day', from: dateOf(1) });
  await eventually(async () => expect(await due()).toEqual(halfPastNine(2)));
  expect(await changes()).toBe(before + 1);

  await owner('DELETE', `/holidays/${holiday._id}`);
  await eventually(async () => expect(await due()).toEqual(halfPastNine(1)));
  expect(await changes()).toBe(before + 2);

  // It still runs, by the hours of the project.
  const { clocks } = await owner('GET', `/requests/${request}/sla`);
  expect(clocks).toMatchObject([{ metric: 'first_response', state: 'running', hours: 'project' }]);
});

it('closes the project for routing as well, until it goes', async () => {
  const { id, owner, write } = await newShop();
  const holiday = await owner('POST', '/holidays', { name: 'Today', from: dateOf(0) });
  const isOpen = async () => (await fetch(`${mesh.url}/v3/projects/${id}/isopen`)).json();
  expect(await isOpen()).toEqual({ isopen: false, holiday: 'Today' });
  await mesh.settled();
  const request = await write();
  const participants = async () => (await owner('GET', `/requests/${request}`)).participants;
  expect(await participants()).toEqual([]);

  await owner('DELETE', `/holidays/${holiday._id}`);
  expect(await isOpen()).toEqual({ isopen: true });
  // The queue looks again by itself.
  await eventually(async () => expect(await participants()).toHaveLength(1));
});
