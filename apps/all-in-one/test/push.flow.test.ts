import { eventually } from '@parley/testkit';
import { type BrowserSubscription, PushService } from '@parley/testkit/push-service';

import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
let push: PushService;
beforeAll(async () => {
  [mesh, push] = await Promise.all([sharedMesh(), PushService.start()]);
});
afterEach(() => expect(push.faults).toEqual([]));
afterAll(() => push?.stop());

/** A shop, its owner, and a visitor who has not written yet. */
async function shop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop of Ada' });
  const projectId: string = project._id;
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const request = newRequestId(projectId);
  const path = `/${projectId}/requests/${request}`;
  const say = async (text: string) => {
    const { status } = await vera.customer.call('POST', `${path}/messages`, { text });
    expect(status).toBe(200);
  };
  return { ada: ada.customer, adaId: ada.id, email: ada.email, projectId, request, path, say };
}

/** A browser of a person, registered. */
async function device(person: Customer, projectId: string, facts: object = {}): Promise<BrowserSubscription> {
  const subscription = push.subscribe();
  const { status } = await person.call('PUT', `/${projectId}/push_devices`, { ...subscription, ...facts });
  expect(status).toBe(200);
  return subscription;
}

const bodiesOf = async (subscription: BrowserSubscription) => {
  await mesh.settled();
  return push.of(subscription).map(({ message }) => message.body);
};

it('tells the assignee of a new conversation and of further messages, with the project’s name and nothing of the visitor', async () => {
  const { ada, projectId, request, say } = await shop();
  const phone = await device(ada, projectId);
  await say('My parcel has not arrived.');
  await say('It was number ~17~.');
  await mesh.settled();

  const [assigned, message, ...more] = push.of(phone);
  expect(more).toEqual([]);
  const about = { lang: 'en', title: 'Shop of Ada', project: projectId, request };
  expect(assigned?.message).toEqual({ ...about, kind: 'assigned', body: 'New conversation for you' });
  expect(message?.message).toEqual({
    ...about,
    kind: 'message',
    body: 'New message in one of your conversations',
  });
  expect(assigned?.headers).toMatchObject({ ttl: '3600', urgency: 'high', topic: message?.headers.topic });
  expect(JSON.stringify(push.of(phone))).not.toMatch(/Vera|parcel|~17~/);
});

it('shows names and texts on the device whose person asked for it, and there alone, in the language of each', async () => {
  const { ada, projectId, say } = await shop();
  const [phone, desk] = [
    await device(ada, projectId, { language: 'de-AT' }),
    await device(ada, projectId, { shows_text: true }),
  ];
  await say('My parcel has not arrived.');
  expect(await bodiesOf(phone)).toEqual(['Neue Unterhaltung für Sie']);
  expect(await bodiesOf(desk)).toEqual(['Vera: My parcel has not arrived.']);
});

it('says nothing of what the person does, does not want, or of bots and colleagues', async () => {
  const { ada, projectId, path, say } = await shop();
  await ada.call('PUT', `/${projectId}/project_users`, {
    'settings.console.notifications': { assigned: 'none', message: 'sound' },
  });
  const phone = await device(ada, projectId);
  await say('Hello');
  await ada.call('POST', `${path}/messages`, { text: 'Good morning' });
  expect(await bodiesOf(phone)).toEqual([]);

  await say('Hello again');
  expect(await bodiesOf(phone)).toEqual(['New message in one of your conversations']);
});

it('tells who may serve a department that a conversation waits, once they want it, and without a text', async () => {
  const { ada, projectId, say } = await shop();
  const settings = { 'settings.console.notifications': { waiting: 'desktop' } };
  await ada.call('PUT', `/${projectId}/project_users`, { user_available: false, ...settings });
  const phone = await device(ada, projectId, { shows_text: true });
  await say('Is anyone there?');
  expect(await bodiesOf(phone)).toEqual(['A conversation is waiting to be assigned']);
});

it('tells a colleague that they were mentioned', async () => {
  const { ada, projectId, path, say } = await shop();
  const grace = await newUser(mesh.url, 'Grace');
  await ada.call('POST', `/${projectId}/project_users/invite`, { email: grace.email, role: 'admin' });
  await say('Hello');
  const phone = await device(grace.customer, projectId);
  const { status } = await ada.call('POST', `${path}/notes`, { text: 'Could you look?', mentions: [grace.id] });
  expect(status).toBe(200);
  expect(await bodiesOf(phone)).toEqual(['You were mentioned']);
});

it.each([404, 410])('removes a device whose subscription has ended: %d', async (status) => {
  const { ada, projectId, say } = await shop();
  const phone = await device(ada, projectId);
  push.answer(phone, status);
  await say('Hello');
  await mesh.settled();
  expect((await ada.call('GET', `/${projectId}/push_devices`)).body.devices).toEqual([]);
});

it('tries again while a push service is down, and keeps the device', async () => {
  const { ada, projectId, say } = await shop();
  const phone = await device(ada, projectId);
  push.answer(phone, 503);
  await say('Hello');
  await mesh.settled();
  push.answer(phone, 201);
  await eventually(async () => expect(await bodiesOf(phone)).toEqual(['New conversation for you']), {
    timeoutMs: 20_000,
  });
});

it('reaches no one who has left the team', async () => {
  const { ada, projectId, say } = await shop();
  const grace = await newUser(mesh.url, 'Grace');
  const invite = { email: grace.email, role: 'admin' };
  const { body: teammate } = await ada.call('POST', `/${projectId}/project_users/invite`, invite);
  const wants = { user_available: false, 'settings.console.notifications': { waiting: 'desktop' } };
  for (const person of [ada, grace.customer]) await person.call('PUT', `/${projectId}/project_users`, wants);
  const [stays, leaves] = [await device(ada, projectId), await device(grace.customer, projectId)];
  expect((await ada.call('DELETE', `/${projectId}/project_users/${teammate._id}`)).status).toBe(200);

  await say('Is anyone there?');
  expect(await bodiesOf(stays)).toEqual(['A conversation is waiting to be assigned']);
  expect(await bodiesOf(leaves)).toEqual([]);
});

it('reaches no browser whose session has ended', async () => {
  const { ada, email, projectId, say } = await shop();
  const { body } = await new Customer(mesh.url).call('POST', '/auth/signin', { email, password: 'secret of Ada' });
  const elsewhere = new Customer(mesh.url, body.token);
  const [phone, desk] = [await device(elsewhere, projectId), await device(ada, projectId)];
  expect((await elsewhere.call('POST', '/auth/signout')).status).toBe(200);
  await say('Hello');
  expect(await bodiesOf(desk)).toEqual(['New conversation for you']);
  expect(await bodiesOf(phone)).toEqual([]);
});
