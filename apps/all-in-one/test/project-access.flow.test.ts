import { SignJWT } from 'jose';

import { Customer, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
});

async function newProject() {
  const { customer: ada } = await newUser(mesh.url, 'ada');
  const { body } = await ada.call('POST', '/projects', { name: 'Acme' });
  return { ada, projectId: String(body._id), path: `/projects/${body._id}` };
}

/** What the customer's own server vouches for. */
async function customToken(ada: Customer, projectId: string, id: string): Promise<string> {
  const { body } = await ada.call('POST', `/${projectId}/keys/generate`);
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({
    aud: `https://tiledesk.com/projects/${projectId}`,
    _id: id,
    iat: now,
    exp: now + 600,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(body.jwtSecret));
  return `JWT ${token}`;
}

const codeOf = async (answer: ReturnType<Customer['call']>) => {
  const { status, body } = await answer;
  return status === 200 ? 200 : [status, body.code];
};

it('ends the tokens of a banned visitor and takes no new ones, until the ban is lifted', async () => {
  const { ada, projectId, path } = await newProject();
  const { customer: vera, id } = await newVisitor(mesh.url, projectId, 'Vera');
  const victor = new Customer(mesh.url, await customToken(ada, projectId, 'victor-7'));
  const mine = `/${projectId}/requests/me`;
  const exchange = () => codeOf(victor.call('POST', '/auth/signinWithCustomToken'));
  expect([await codeOf(vera.call('GET', mine)), await exchange(), await codeOf(victor.call('GET', mine))]).toEqual([
    200, 200, 200,
  ]);

  await ada.call('POST', `${path}/ban`, { id });
  const { body } = await ada.call('POST', `${path}/ban`, { id: 'victor-7' });

  expect(await codeOf(vera.call('GET', mine))).toEqual([401, 'unauthorized']);
  expect(await codeOf(victor.call('GET', mine))).toEqual([403, 'banned']);
  expect(await exchange()).toEqual([403, 'banned']);
  await ada.call('DELETE', `${path}/ban/${body.bannedUsers[1]._id}`);
  expect([await exchange(), await codeOf(victor.call('GET', mine))]).toEqual([200, 200]);
});

it('keeps strangers and visitors of a banned address out, whatever they forge, and teammates in', async () => {
  const { ada, projectId, path } = await newProject();
  const stranger = new Customer(mesh.url);
  const { customer: vera } = await newVisitor(mesh.url, projectId, 'Vera');
  const { body } = await ada.call('POST', `${path}/ban`, { ip: '::ffff:127.0.0.1' });
  const arrive = (headers?: Record<string, string>) =>
    codeOf(stranger.call('POST', '/auth/signinAnonymously', { id_project: projectId }, headers));

  expect(await arrive()).toEqual([403, 'banned']);
  expect(await arrive({ 'x-forwarded-for': '203.0.113.9', 'parley-client-address': '203.0.113.9' })).toEqual([
    403,
    'banned',
  ]);
  for (const open of [
    `/${projectId}/widgets`,
    `${path}/isopen`,
    `${path}/users/availables`,
    `/${projectId}/departments`,
    `/${projectId}/labels`,
    `/${projectId}/labels/it`,
    `/${projectId}/labels/default/it`,
  ]) {
    expect([open, await codeOf(stranger.call('GET', open))]).toEqual([open, [403, 'banned']]);
  }
  expect(await codeOf(vera.call('GET', `/${projectId}/requests/me`))).toEqual([403, 'banned']);
  expect(await codeOf(ada.call('GET', path))).toBe(200);
  await ada.call('DELETE', `${path}/ban/${body.bannedUsers[0]._id}`);
  expect([await arrive(), await codeOf(stranger.call('GET', `/${projectId}/widgets`))]).toEqual([200, 200]);
});

it('refuses a list that excludes its own author, and lets the owner back in whom one does', async () => {
  const { ada, projectId, path } = await newProject();
  const excluding = { ipFilterEnabled: true, ipFilter: ['203.0.113.0/24'] };

  expect(await codeOf(ada.call('PUT', path, excluding))).toEqual([422, 'would_lock_you_out']);
  expect(await codeOf(ada.call('PUT', path, { ...excluding, ipFilter: ['127.0.0.0/8'] }))).toBe(200);
  expect(await codeOf(new Customer(mesh.url).call('GET', `/${projectId}/widgets`))).toBe(200);
  expect(await codeOf(ada.call('PATCH', path, { ipFilterEnabled: false }))).toBe(200);
});

it('answers public calls with a bad or a foreign token as those without', async () => {
  const { ada, projectId, path } = await newProject();
  const other = await newProject();
  const { token } = await newVisitor(mesh.url, other.projectId, 'Vera');
  const read = [`${path}/isopen`, `${path}/users/availables`, `/${projectId}/widgets`];
  await ada.call('POST', `/${projectId}/labels`, { lang: 'IT', data: { YES: 'Certo' } });
  const open = [...read, `/${projectId}/labels`, `/${projectId}/labels/it`, `/${projectId}/labels/default`];

  for (const address of open) {
    const plain = await new Customer(mesh.url).call('GET', address);
    for (const header of [token, 'JWT a.b.c', 'Basic x']) {
      const { status, body } = await new Customer(mesh.url, header).call('GET', address);
      expect([address, header, status, body]).toEqual([address, header, 200, plain.body]);
    }
  }
  const { body: colleagues } = await ada.call('GET', `${path}/users/availables`);
  expect(Object.keys(colleagues[0])).toContain('email');
});

it('closes a deleted project to all at once', async () => {
  const { ada, projectId, path } = await newProject();
  const { customer: vera } = await newVisitor(mesh.url, projectId, 'Vera');
  const stranger = new Customer(mesh.url);
  expect(await codeOf(ada.call('GET', `/${projectId}/project_users`))).toBe(200);

  const { status, body } = await ada.call('DELETE', path);

  expect([status, body.status, body._id]).toEqual([200, 0, projectId]);
  for (const address of [path, `/${projectId}/project_users`, `/${projectId}/requests`, `/${projectId}/keys`]) {
    expect([address, await codeOf(ada.call('GET', address))]).toEqual([address, [403, 'not_a_member']]);
  }
  expect(await codeOf(ada.call('DELETE', path))).toEqual([403, 'not_a_member']);
  for (const open of [
    `/${projectId}/widgets`,
    `${path}/isopen`,
    `${path}/users/availables`,
    `/${projectId}/departments`,
  ]) {
    expect([open, await codeOf(stranger.call('GET', open))]).toEqual([open, [404, 'project_not_found']]);
  }
  expect(await codeOf(vera.call('GET', '/jwt/history'))).toEqual([401, 'unauthorized']);
  expect((await ada.call('GET', '/projects')).body).toEqual([]);
});

it.each(['x', 'z'.repeat(24), '0'.repeat(25), '%00', encodeURIComponent('{"$ne":1}')])(
  'takes %s for no project, on every method',
  async (id) => {
    const { ada } = await newProject();

    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expect([method, await codeOf(ada.call(method, `/projects/${id}`, method === 'GET' ? undefined : {}))]).toEqual([
        method,
        [403, 'not_a_member'],
      ]);
    }
    expect(await codeOf(new Customer(mesh.url).call('GET', `/projects/${id}/isopen`))).toEqual([
      404,
      'project_not_found',
    ]);
  },
);
