import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

it.each([
  { own: 2, project: 5, whenOn: 2, whenOff: 2 },
  { own: 3, project: 1, whenOn: 3, whenOff: 3 },
  { own: -1, project: 2, whenOn: 2, whenOff: undefined },
  { own: 0, project: 2, whenOn: 0, whenOff: 0 },
  { own: undefined, project: 0, whenOn: 0, whenOff: undefined },
  { own: undefined, project: undefined, whenOn: undefined, whenOff: undefined },
])(
  'calls a teammate busy exactly when routing gives them nothing more: %j',
  async ({ own, project, whenOn, whenOff }) => {
    for (const [isOn, limit] of [
      [true, whenOn],
      [false, whenOff],
    ] as const) {
      const { customer: ada } = await newUser(mesh.url, 'Ada');
      const { body: shop } = await ada.call('POST', '/projects', { name: 'Shop' });
      await ada.call('PATCH', `/projects/${shop._id}`, {
        'settings.chat_limit_on': isOn,
        ...(project !== undefined && { 'settings.max_agent_assigned_chat': project }),
      });
      await ada.call('PUT', `/${shop._id}/project_users`, { max_served_chat: own });
      await mesh.settled();
      const { customer: vera } = await newVisitor(mesh.url, shop._id, 'Vera');

      for (let held = 0; held <= (limit ?? 2); held++) {
        const isBusy = held === limit;
        const [{ body: team }, { body: available }] = await Promise.all([
          ada.call('GET', `/${shop._id}/project_users`),
          ada.call('GET', `/projects/${shop._id}/users/availables`),
        ]);
        expect(team).toMatchObject([{ number_assigned_requests: held, isBusy }]);
        expect(available).toHaveLength(isBusy ? 0 : 1);

        const { body } = await vera.call('POST', `/${shop._id}/requests/${newRequestId(shop._id)}/messages`, {
          text: 'x',
        });
        expect(body.request.status).toBe(isBusy ? 100 : 200);
      }
    }
  },
);
