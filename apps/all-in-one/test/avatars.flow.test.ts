import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

// One pixel, red and blue.
const pixels = {
  red: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  blue: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
};
const photo = (colour: keyof typeof pixels) =>
  new File([Uint8Array.from(Buffer.from(pixels[colour], 'base64'))], 'me.png', { type: 'image/png' });

async function put(token: string, path: string, colour: keyof typeof pixels): Promise<void> {
  const form = new FormData();
  form.append('file', photo(colour));
  const headers = { authorization: token };
  const response = await fetch(`${mesh.url}/v3${path}`, { method: 'PUT', headers, body: form });
  expect([response.status, await response.text()]).toEqual([201, expect.any(String)]);
  await mesh.settled();
}

/** The photo behind an address of a record. */
async function load(avatar: string) {
  const response = await fetch(mesh.url + avatar);
  return [response.status, response.headers.get('content-type'), response.headers.get('cache-control')];
}

const kept = [200, 'image/jpeg', 'public, max-age=31536000, immutable'];

it('shows the photos of people and bots wherever they are shown, with their bytes and no longer than they are there', async () => {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const { body: bot } = await ada.customer.call('POST', `/${project._id}/bots`, { name: 'Robby', template: 'blank' });
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request = newRequestId(project._id);
  const at = `/${project._id}/requests/${request}`;
  await vera.customer.call('POST', `${at}/messages`, { text: 'Hello' });
  await ada.customer.call('POST', `${at}/participants`, { member: ada.id });
  const seen = async () => {
    await mesh.settled();
    const [team, record, own, widget, robby] = await Promise.all([
      ada.customer.call('GET', `/${project._id}/project_users`),
      ada.customer.call('GET', at),
      vera.customer.call('GET', `/${project._id}/requests/me`),
      new Customer(mesh.url).call('GET', `/${project._id}/widgets`),
      ada.customer.call('GET', `/${project._id}/bots/${bot._id}`),
    ]);
    const people = [
      team.body[0].id_user,
      record.body.participatingAgents[0],
      own.body.requests[0].participatingAgents[0],
    ];
    return {
      person: [...people, widget.body.user_available[0]].map(({ avatar }) => avatar as string | undefined),
      bot: robby.body.avatar as string | undefined,
    };
  };
  expect(await seen()).toEqual({ person: Array(4).fill(undefined), bot: undefined });

  await put(ada.token, '/images/users/photo', 'red');
  await put(ada.token, `/images/users/photo?bot_id=${bot._id}`, 'blue');
  const first = await seen();
  const [avatar = ''] = first.person;
  expect(new Set(first.person)).toEqual(new Set([avatar]));
  expect([await load(avatar), await load(first.bot ?? '')]).toEqual([kept, kept]);

  await put(ada.token, '/images/users/photo?force=true', 'blue');
  const second = await seen();
  expect(second.person).not.toContain(avatar);
  expect(await load(second.person[0] ?? '')).toEqual(kept);
  expect((await load(avatar))[2]).toBe('public, max-age=300, must-revalidate');

  for (const id of [ada.id, bot._id]) {
    const path = encodeURIComponent(`uploads/users/${id}/images/photo.jpg`);
    expect((await ada.customer.call('DELETE', `/images/users?path=${path}`)).status).toBe(200);
  }
  expect(await seen()).toEqual({ person: Array(4).fill(undefined), bot: undefined });
}, 60_000);
