import { eventually } from '@parley/testkit';

import { SocketClient } from './client.ts';
import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
});

interface Shop {
  ada: Customer;
  grace: Customer;
  graceToken: string;
  graceId: string;
  /** `_id` of the membership of Grace, an admin. */
  graceTeammate: string;
  projectId: string;
  path: string;
  /** By where they are: of a department of Grace's, of another one, served by Grace. */
  requests: { near: string; far: string; served: string };
}

/** A shop with two departments, of which Grace is in one, and a conversation of each kind. */
async function shop(): Promise<Shop> {
  const [ada, grace] = [await newUser(mesh.url, 'Ada'), await newUser(mesh.url, 'Grace')];
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const path = `/${project._id}`;
  const ask = async (method: string, address: string, body?: unknown) => {
    const answer = await ada.customer.call(method, `${path}${address}`, body);
    if (answer.status !== 200) throw new Error(`${method} ${address} answered ${answer.status} ${answer.body.code}`);
    return answer.body;
  };
  const invite = { email: grace.email, role: 'admin', user_available: false };
  const teammate = await ask('POST', '/project_users/invite', invite);
  const departmentOf = async (name: string, members: string[]) => {
    const group = await ask('POST', '/groups', { name, members });
    return (await ask('POST', '/departments', { name, routing: 'pooled', id_group: group._id }))._id;
  };
  const [near, far] = [await departmentOf('Sales', [grace.id]), await departmentOf('Care', [])];
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const begin = async (departmentid: string, text: string) => {
    const id = newRequestId(project._id);
    const { status } = await vera.customer.call('POST', `${path}/requests/${id}/messages`, { text, departmentid });
    expect(status).toBe(200);
    return id;
  };
  const requests = {
    near: await begin(near, 'parcel nearby'),
    far: await begin(far, 'parcel far away'),
    served: await begin(far, 'parcel served by Grace'),
  };
  await ask('PUT', `/requests/${requests.served}/participants`, [grace.id]);
  await mesh.settled();
  return {
    ...{ ada: ada.customer, grace: grace.customer, graceToken: grace.token, graceId: grace.id },
    ...{ graceTeammate: teammate._id, projectId: project._id, path, requests },
  };
}

async function giveRole({ ada, path, graceTeammate }: Shop, role: object): Promise<string> {
  const { body } = await ada.call('POST', `${path}/roles`, { name: 'Supervisor', base: 'admin', ...role });
  const given = await ada.call('PUT', `${path}/project_users/${graceTeammate}`, { role_id: body._id });
  expect([given.status, given.body.role_id]).toEqual([200, body._id]);
  await mesh.settled();
  return body._id;
}

const codeOf = async (answer: ReturnType<Customer['call']>) => {
  const { status, body } = await answer;
  return status === 200 ? 200 : [status, body.code];
};

const inAll = ['far', 'near', 'served'] as const;
const cases = [
  ['all', inAll],
  ['departments', ['near', 'served']],
  ['own', ['served']],
] as const;

it.each(cases)(
  'shows nothing outside the visibility %s: lists, counts, searches, exports, feeds, files and figures',
  async (visibility, expected) => {
    const place = await shop();
    const { grace, path, requests } = place;
    const { body: start } = await grace.call('GET', `${path}/changes`);
    await giveRole(place, { visibility });
    const namesIn = (text: string) => inAll.filter((name) => text.includes(requests[name]));
    const shownBy = async (address: string) => {
      const { status, body } = await grace.call('GET', `${path}${address}`);
      expect([address, status]).toEqual([address, 200]);
      return namesIn(JSON.stringify(body));
    };

    expect(await shownBy('/requests?status=100,200')).toEqual([...expected]);
    expect(await shownBy('/requests?full_text=parcel')).toEqual([...expected]);
    expect(await shownBy('/requests/csv')).toEqual([...expected]);
    const { body: list } = await grace.call('GET', `${path}/requests?status=100,200`);
    expect(list.count).toBe(expected.length);
    const { body: counters } = await grace.call('GET', `${path}/requests/counters`);
    expect(counters.views.all.open).toBe(expected.length);
    const departments = counters.departments.map(({ open }: { open: number }) => open);
    expect(departments.reduce((sum: number, open: number) => sum + open, 0)).toBe(expected.length);

    for (const name of inAll) {
      const answer = expected.some((one) => one === name) ? 200 : [404, 'request_not_found'];
      const of = `${path}/requests/${requests[name]}`;
      for (const address of ['', '/messages', '/history', '/transcript.txt', '/messages/csv'])
        expect([name, address, await codeOf(grace.call('GET', `${of}${address}`))]).toEqual([name, address, answer]);
      expect(await codeOf(grace.call('PATCH', of, { subject: 'Seen' }))).toEqual(answer);
    }

    // What happens now, and what had happened before the role was given.
    await mesh.settled();
    const { body: news } = await grace.call('GET', `${path}/changes?after=${start.cursor}&limit=1000`);
    const created = news.changes.filter(({ method }: { method: string }) => method !== 'DELETE');
    expect(namesIn(JSON.stringify(created))).toEqual([...expected]);

    const whole = visibility === 'all' ? 200 : [403, 'right_missing'];
    for (const address of ['/analytics/requests/count', '/activities', '/subscriptions', `/project_users/invite`]) {
      const method = address.endsWith('invite') ? 'POST' : 'GET';
      const body = method === 'POST' ? { email: `new.${place.graceId}@acme.example` } : undefined;
      expect([address, await codeOf(grace.call(method, `${path}${address}`, body))]).toEqual([address, whole]);
    }
  },
);

it('opens private files of visible conversations alone', async () => {
  const place = await shop();
  const { ada, grace, path, requests } = place;
  await ada.call('PATCH', `/projects${path}`, { 'settings.private_media': true });
  const upload = async (request: string) => {
    const { body } = await ada.upload(`${path}/files/chat`, new File(['words'], 'note.txt', { type: 'text/plain' }));
    const metadata = { src: `${mesh.url}/v3${path}/files?path=${body.filename}`, name: 'note.txt', type: 'text/plain' };
    const message = { text: 'See', type: 'file', metadata };
    const { status } = await ada.call('POST', `${path}/requests/${request}/messages`, message);
    expect(status).toBe(200);
    return encodeURIComponent(body.filename);
  };
  const [near, far] = [await upload(requests.near), await upload(requests.far)];
  await giveRole(place, { visibility: 'departments' });

  const read = async (file: string) => (await grace.call('GET', `${path}/files?path=${file}`)).status;
  expect([await read(near), await read(far)]).toEqual([200, 403]);
});

it('takes effect at once: calls, open sockets and tokens of the member', async () => {
  const place = await shop();
  const { ada, grace, graceToken, path, requests } = place;
  const wanted = { name: 'Export', role: 'admin', expires_in: 3_600 };
  const { body: made } = await grace.call('POST', `${path}/api_tokens`, wanted);
  const program = new Customer(mesh.url, `Bearer ${made.token}`);
  const far = `${path}/requests/${requests.far}`;
  const socket = new SocketClient(mesh.url, graceToken, [`${far}/messages`]);
  socket.connect();
  await eventually(() => expect(socket.known.messages.size).toBe(1));
  expect([await codeOf(grace.call('GET', far)), await codeOf(program.call('GET', far))]).toEqual([200, 200]);

  const role = await giveRole(place, { visibility: 'own', rights: { 'leads.export': false } });

  const hidden = [404, 'request_not_found'];
  expect([await codeOf(grace.call('GET', far)), await codeOf(program.call('GET', far))]).toEqual([hidden, hidden]);
  for (const caller of [grace, program])
    expect(await codeOf(caller.call('GET', `${path}/leads/csv`))).toEqual([403, 'right_missing']);
  await ada.call('POST', `${far}/messages`, { text: 'For others only' });
  await mesh.settled();
  await eventually(() => expect(socket.errors.length + socket.codes.length).toBeGreaterThan(0));
  expect([...socket.known.messages.values()].map(({ text }) => text)).toEqual(['parcel far away']);
  socket.stop();

  await ada.call('PUT', `${path}/roles/${role}`, { visibility: 'all', rights: {} });
  expect([await codeOf(grace.call('GET', far)), await codeOf(program.call('GET', far))]).toEqual([200, 200]);
});

it('applies to each request of a bulk call, and to no more than the operation needs', async () => {
  const place = await shop();
  const { grace, path, requests } = place;
  await giveRole(place, { rights: { 'requests.close': false } });
  const bulk = async (operation: string, more: object = {}) => {
    const body = { operation, request_ids: [requests.served], ...more };
    const { body: answer } = await grace.call('POST', `${path}/requests/bulk`, body);
    return answer.results?.map(({ status, code }: { status: number; code?: string }) => code ?? status) ?? answer;
  };
  expect(await bulk('close')).toEqual(['right_missing']);
  expect(await bulk('read')).toEqual([200]);
});
