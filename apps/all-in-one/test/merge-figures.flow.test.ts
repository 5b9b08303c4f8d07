import {
  averageFiguresApi,
  conversationFiguresApi,
  endpointsOf,
  reportApi,
  trafficFiguresApi,
} from '@parley/contracts';

import { newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);

/** Everything that analytics counts or averages. */
const figures = endpointsOf({ averageFiguresApi, conversationFiguresApi, reportApi, trafficFiguresApi })
  .map(({ path }) => path.replace('/v3/:id_project', ''))
  .filter((path) => !path.includes(':'));

/** A shop with two conversations of one visitor. */
async function newShop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const owner = async (method: string, path: string, body?: unknown) => {
    const answer = await ada.customer.call(method, `${at}${path}`, body);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const [target, source] = [newRequestId(project._id), newRequestId(project._id)];
  for (const request of [target, source]) {
    await vera.customer.call('POST', `${at}/requests/${request}/messages`, { text: 'Hello' });
    await owner('POST', `/requests/${request}/messages`, { text: 'Hello Vera' });
  }
  const read = async () => {
    await mesh.settled();
    const answers = figures.map(async (path) => [path, await owner('GET', path)] as const);
    return Object.fromEntries(await Promise.all(answers));
  };
  return { owner, target, source, read };
}

/** What differs between two shops in which the same has happened. */
const moments = ['date', 'year', 'month', 'week', 'weekday', 'day', 'hour'];

/** How much of everything there is: without names, dates and spans of time. */
function countsOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => countsOf(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, countsOf(one, member)]));
  const isCount = typeof value === 'number' && !moments.includes(name) && !/time|duration|avg|p90/i.test(name);
  return isCount ? value : typeof value;
}

it('are those of a closing after a merge, and no others after it is undone', async () => {
  const [merged, closed] = [await newShop(), await newShop()];
  expect(figures.length).toBeGreaterThan(25);
  const before = await merged.read();
  expect(countsOf(before)).toEqual(countsOf(await closed.read()));

  await merged.owner('POST', `/requests/${merged.target}/merge`, { source: merged.source });
  await closed.owner('PUT', `/requests/${closed.source}/close`);
  const after = await merged.read();
  expect(after).not.toEqual(before);
  expect(countsOf(after)).toEqual(countsOf(await closed.read()));

  await merged.owner('DELETE', `/requests/${merged.source}/merge`);
  expect(await merged.read()).toEqual(after);
});
