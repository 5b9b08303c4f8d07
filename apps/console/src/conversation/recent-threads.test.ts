import { createParley } from '@parley/sdk';

import type { Workplace } from '../app/workplace.tsx';
import { RecentThreads } from './recent-threads.ts';

const page = Array.from({ length: 30 }, (_, index) => ({ _id: `m${index}`, seq: 1000 - index, status: 100 }));

function openThreads(): RecentThreads {
  const answer = async (input: URL | RequestInfo) => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input));
    if (!pathname.endsWith('/messages')) return Response.json({ request_id: 'r', __v: 1 });
    const before = Number(searchParams.get('before') ?? 1001);
    const older = page.map((message, index) => ({ ...message, seq: before - 1 - index }));
    return Response.json(older, { headers: { link: '<x>; rel="next"' } });
  };
  const parley = createParley({ url: 'http://parley.test', project: 'p', token: 'JWT x', fetch: answer });
  const live = { subscribe: () => () => undefined };
  const connection = { live, status: () => 'open', onStatus: () => () => undefined };
  return new RecentThreads({ parley, connection } as unknown as Workplace);
}

describe('RecentThreads', () => {
  it('keep the conversations that were opened last', () => {
    const threads = openThreads();
    const [first, second] = [threads.open('0'), threads.open('1')];
    for (let nth = 2; nth < 50; nth += 1) threads.open(String(nth));
    expect(threads.open('0')).toBe(first);
    threads.open('50');

    expect(threads.open('0')).toBe(first);
    expect(threads.open('1')).not.toBe(second);
  });

  it('begin again with one that was read up far', async () => {
    const threads = openThreads();
    const source = threads.open('long');
    await source.load();
    for (let pages = 1; pages < 10; pages += 1) await source.loadOlder();
    expect(source.state().messages).toHaveLength(300);
    expect(threads.open('long')).toBe(source);

    await source.loadOlder();
    expect(threads.open('long')).not.toBe(source);
  });
});
