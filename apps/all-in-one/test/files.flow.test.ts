import type { AllInOne } from '../src/service.ts';
import { Customer, newRequestId, newUser, newVisitor, startMesh, type Way, wayOf, ways } from './mesh.ts';

let mesh: AllInOne;
let take: (way: Way) => void;
beforeAll(async () => {
  mesh = await startMesh({}, { way: 'in the process' });
  take = wayOf(mesh);
}, 60_000);
afterAll(() => mesh?.stop());

describe.each(ways)('with calls %s', (way) => {
  beforeAll(() => take(way));

  async function send(token: string, path: string, name: string, bytes: Uint8Array | string) {
    const form = new FormData();
    form.append('file', new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name));
    const response = await fetch(`${mesh.url}/v3${path}`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    });
    return {
      status: response.status,
      body: (await response.json()) as { filename: string; message: string; code?: string },
    };
  }

  function read(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${mesh.url}/v3/files?path=${encodeURIComponent(path)}`, init);
  }

  it('carries a file from a visitor to their agent, and lets it go with the conversation', async () => {
    const ada = await newUser(mesh.url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const vera = await newVisitor(mesh.url, project._id, 'Vera');
    const { status, body } = await send(vera.token, '/files/users', 'my order.txt', 'one parcel');
    expect([status, body.message]).toEqual([201, 'File uploded successfully']);

    const request = newRequestId(project._id);
    const src = `${mesh.url}/v3/files?path=${encodeURIComponent(body.filename)}`;
    const said = await vera.customer.call('POST', `/${project._id}/requests/${request}/messages`, {
      type: 'file',
      text: 'my order',
      metadata: { src, name: 'my order.txt', type: 'text/plain' },
    });
    expect(said.status).toBe(200);
    await mesh.settled();

    const answer = await read(body.filename);
    expect([answer.status, await answer.text()]).toEqual([200, 'one parcel']);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect((await read(body.filename, { headers: { authorization: 'JWT nonsense' } })).status).toBe(200);
    const head = await read(body.filename, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const part = await read(body.filename, { headers: { range: 'bytes=4-' } });
    expect([part.status, await part.text()]).toEqual([206, 'parcel']);

    await ada.customer.call('PUT', `/projects/${project._id}`, { 'settings.private_media': true });
    await mesh.settled();
    expect((await read(body.filename)).status).toBe(403);
    expect((await read(body.filename, { headers: { authorization: ada.token } })).status).toBe(200);
    const signed = await ada.customer.call('POST', `/${project._id}/files/sign`, { paths: [body.filename] });
    expect((await fetch(signed.body.urls[body.filename])).status).toBe(200);

    expect((await ada.customer.call('DELETE', `/${project._id}/requests/${request}`)).status).toBe(200);
    await mesh.settled();
    expect((await read(body.filename, { headers: { authorization: ada.token } })).status).toBe(404);
  });

  it('takes 20 MB through the gateway, and not one byte more', async () => {
    const { token } = await newUser(mesh.url, 'Grace');
    const limit = 20 * 2 ** 20;
    expect((await send(token, '/files/users', 'a.txt', 'x'.repeat(limit))).status).toBe(201);
    const { status, body } = await send(token, '/files/users', 'a.txt', 'x'.repeat(limit + 1));
    expect([status, body.code]).toEqual([413, 'file_too_large']);
  });

  it('asks who the caller is before it takes anything from them', async () => {
    const { status, body } = await send('JWT nonsense', '/files/users', 'a.txt', 'x');
    expect([status, body.code]).toEqual([401, 'unauthorized']);
    expect((await new Customer(mesh.url).call('GET', '/files/usage')).status).toBe(401);
  });
});
