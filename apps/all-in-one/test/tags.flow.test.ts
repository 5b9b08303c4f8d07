import { eventually } from '@parley/testkit';

import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

it('renames a tag in conversations, contacts, segments, people and figures, and takes it off everywhere', async () => {
  const ada = (await newUser(mesh.url, 'Ada')).customer;
  const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request = newRequestId(project._id);
  await vera.customer.call('POST', `${at}/requests/${request}/messages`, { text: 'Hello' });
  const { body: tag } = await ada.call('POST', `${at}/tags`, { tag: 'vip', color: '#111111' });
  const { body: lead } = await ada.call('POST', `${at}/leads`, { lead_id: 'crm-1', tags: ['vip', 'new'] });
  const filters = [{ field: 'tags', operator: 'contains', value: 'vip' }];
  const { body: segment } = await ada.call('POST', `${at}/segments`, { name: 'VIPs', filters });
  await ada.call('PUT', `${at}/requests/${request}/tag`, ['vip', 'new']);
  const me = `${at}/project_users/${(await ada.call('GET', `${at}/project_users/me`)).body[0]._id}`;
  await ada.call('PUT', me, { tags: [{ tag: 'vip', color: '#111111' }] });

  const { status } = await ada.call('PUT', `${at}/tags/${tag._id}`, { tag: 'gold', color: '#ffd700' });
  expect(status).toBe(200);
  await mesh.settled();

  const figures = async () => (await ada.call('GET', `${at}/analytics/tags/conversation-tag`)).body;
  const found = async (name: string) => [
    (await ada.call('GET', `${at}/requests?tags=${name}`)).body.count,
    (await ada.call('GET', `${at}/leads?tags=${name}`)).body.count,
  ];
  expect(await found('gold')).toEqual([1, 1]);
  expect(await found('vip')).toEqual([0, 0]);
  expect((await ada.call('GET', `${at}/segments/${segment._id}/count`)).body.count).toBe(1);
  expect((await ada.call('GET', me)).body.tags).toEqual([{ tag: 'gold', color: '#ffd700' }]);
  expect((await ada.call('GET', `${at}/requests/${request}`)).body.tags).toMatchObject([
    { tag: 'gold', color: '#ffd700' },
    { tag: 'new' },
  ]);
  await eventually(async () =>
    expect((await figures()).series?.map(({ name }: { name: string }) => name).toSorted()).toEqual(['gold', 'new']),
  );

  await ada.call('DELETE', `${at}/tags/${tag._id}?from=everything`);
  await mesh.settled();

  expect(await found('gold')).toEqual([0, 0]);
  expect((await ada.call('GET', `${at}/leads/${lead._id}`)).body.tags).toEqual(['new']);
  expect((await ada.call('GET', me)).body.tags).toEqual([]);
});
