import { createParley, listLeads, listRequests, listTags, paginate } from '@parley/sdk';

import { answer, type FaultyServer, startFaultyServer } from './faulty-server.ts';

const project = '64f0c0a1b2c3d4e5f6a7b8c9';
let server: FaultyServer;
afterEach(() => server.stop());

/** A list that is being written: each page begins with rows of the one before, which have moved meanwhile. */
async function startMovingList(
  rows: number,
  link = (cursor: number) => `/v3/${project}/leads?cursor=${cursor}&limit=200`,
) {
  server = await startFaultyServer((res, call) => {
    const { searchParams } = new URL(call.url, 'http://list');
    const from = Number(searchParams.get('cursor') ?? 0);
    const size = Number(searchParams.get('limit') ?? 40);
    const leads = Array.from({ length: Math.min(size, rows - from) + Math.min(5, from) }, (_, at) => ({
      _id: String(from - Math.min(5, from) + at),
    }));
    const next = from + size;
    const headers: Record<string, string> = next < rows ? { link: `<${link(next)}>; rel="next"` } : {};
    return answer(200, { perPage: size, count: rows, leads }, headers)(res, call);
  });
  return createParley({ url: server.url, project });
}

it('gives each of 10,000 rows that are being written once', async () => {
  const parley = await startMovingList(10_000);
  const ids: string[] = [];
  for await (const lead of paginate(listLeads, parley, { full_text: 'x' }, { limit: 200 })) ids.push(lead._id);

  expect(ids).toEqual(Array.from({ length: 10_000 }, (_, at) => String(at)));
  expect(server.calls).toHaveLength(50);
  expect(server.calls[0]?.url).toBe(`/v3/${project}/leads?full_text=x&limit=200`);
});

it('a break and a maximum stop the calls', async () => {
  const parley = await startMovingList(10_000);
  for await (const lead of paginate(listLeads, parley, {}, { limit: 200 })) if (lead._id === '250') break;
  expect(server.calls).toHaveLength(2);

  const some: string[] = [];
  for await (const lead of paginate(listLeads, parley, {}, { limit: 200, max: 200 })) some.push(lead._id);
  expect([some.length, server.calls.length]).toEqual([200, 3]);
});

it('gives pages as they are', async () => {
  const parley = await startMovingList(450);
  const counts: number[] = [];
  for await (const page of paginate(listLeads, parley, {}, { limit: 200 }).pages()) counts.push(page.leads.length);
  expect(counts).toEqual([200, 205, 55]);
});

it.each([
  ['another origin', () => `https://elsewhere.example/v3/${project}/leads?cursor=1`],
  ['another path', () => `/v3/${project}/requests?cursor=1`],
  ['another project', () => '/v3/64f0c0a1b2c3d4e5f6a7b8c8/leads?cursor=1'],
])('refuses to follow a Link to %s', async (_, link) => {
  const parley = await startMovingList(1_000, link);
  const read = async () => {
    for await (const lead of paginate(listLeads, parley)) expect(lead._id).toBeDefined();
  };
  await expect(read()).rejects.toThrow('another address');
  expect(server.calls).toHaveLength(1);
});

it('takes bare lists as well', async () => {
  server = await startFaultyServer(answer(200, [{ _id: 'A' }, { _id: 'B' }]));
  const parley = createParley({ url: server.url, project });
  const tags: string[] = [];
  for await (const tag of paginate(listTags, parley)) tags.push(tag._id);
  expect(tags).toEqual(['A', 'B']);
});

it('takes nothing but the lists of a project as lists', async () => {
  server = await startFaultyServer(answer(200, { perPage: 40, count: 1, requests: [{ _id: 'A' }] }));
  const parley = createParley({ url: `${server.url}/`, project });
  for await (const request of paginate(listRequests, parley, { status: '100' })) expect(request._id).toBe('A');
  expect(server.calls[0]?.url).toBe(`/v3/${project}/requests?status=100`);
});
