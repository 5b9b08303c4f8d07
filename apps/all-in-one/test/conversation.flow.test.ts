import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

async function newShop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  return { ada, projectId: project._id as string };
}

it('carries a conversation from the first message to the rating', async () => {
  const { ada, projectId } = await newShop();
  const linus = await newUser(mesh.url, 'Linus');
  await ada.customer.call('POST', `/${projectId}/project_users/invite`, {
    email: linus.email,
    role: 'agent',
    user_available: false,
  });
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const request = `/${projectId}/requests/${newRequestId(projectId)}`;

  const first = await vera.customer.call('POST', `${request}/messages`, { text: 'Hello' });
  expect(first).toMatchObject({
    status: 200,
    body: { seq: 1, status: 200, text: 'Hello', sender: vera.id, request: { status: 200 } },
  });

  const joined = await linus.customer.call('POST', `${request}/participants`, { member: linus.id });
  expect(joined.body.participants).toContain(linus.id);
  expect((await linus.customer.call('POST', `${request}/messages`, { text: 'Hi Vera' })).status).toBe(200);

  const seen = await vera.customer.call('GET', `${request}/messages`);
  expect(seen.body.map((message: { text: string }) => message.text)).toEqual(
    expect.arrayContaining(['Hello', 'Hi Vera']),
  );

  const closed = await linus.customer.call('PUT', `${request}/close`);
  expect(closed.body).toMatchObject({ status: 1000, closed_by: linus.id });
  const rated = await vera.customer.call('PATCH', `${request}/rating`, { rate: 5, rate_message: 'Kind' });
  expect(rated.body).toMatchObject({ rating: 5, rating_message: 'Kind' });

  const reopened = await ada.customer.call('PUT', `${request}/reopen`);
  expect(reopened.body.status).toBeLessThan(1000);
  expect(reopened.body).not.toHaveProperty('closed_at');
});

it('makes one request of 200 parallel first messages, and stores them all', async () => {
  const { ada, projectId } = await newShop();
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const request = `/${projectId}/requests/${newRequestId(projectId)}`;

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      vera.customer.call('POST', `${request}/messages`, { text: `message ${index}` }),
    ),
  );

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.request._id)).size).toBe(1);
  const { body: list } = await ada.customer.call('GET', `/${projectId}/requests`);
  expect(list.count).toBe(1);
  const { body: messages } = await ada.customer.call('GET', `${request}/messages?limit=200`);
  const visible = messages.filter((message: { sender: string }) => message.sender === vera.id);
  expect(visible).toHaveLength(200);
});

it('stops a revoked token and a removed member at the next call', async () => {
  const { ada, projectId } = await newShop();
  const linus = await newUser(mesh.url, 'Linus');
  const { body: teammate } = await ada.customer.call('POST', `/${projectId}/project_users/invite`, {
    email: linus.email,
    role: 'agent',
  });
  expect((await linus.customer.call('GET', `/${projectId}/requests`)).status).toBe(200);

  await ada.customer.call('DELETE', `/${projectId}/project_users/${teammate._id}`);
  expect(await linus.customer.call('GET', `/${projectId}/requests`)).toMatchObject({
    status: 403,
    body: { code: 'not_a_member' },
  });

  expect((await ada.customer.call('POST', '/auth/signout')).status).toBe(200);
  expect(await ada.customer.call('GET', '/projects')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});
