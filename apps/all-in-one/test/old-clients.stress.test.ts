import { idAt } from '@parley/testkit';

const dayMs = 86_400_000;
const targets = { default: { first_response: 3_600_000, next_response: 3_600_000, resolution: dayMs } };
const plain = globalThis.fetch;
const automated: string[] = [];

/** The owner of each new project at once makes a policy for every request, rules that run on everything, a survey after every closing, and a holiday. */
async function automate(url: string, projectId: string, headers: NonNullable<RequestInit['headers']>): Promise<void> {
  const on = ['request.created', 'request.updated', 'request.assigned', 'request.closed', 'message.created'];
  const actions = [{ type: 'remove_tags', tags: ['never set'] }];
  const filters = [{ field: 'subject', operator: '=', value: 'never set' }];
  const timer = { since: 'created', ms: dayMs };
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  const records: [string, object][] = [
    ['sla_policies', { name: 'All', targets }],
    ['rules', { name: 'Changes nothing', enabled: true, on, actions }],
    ['rules', { name: 'Never matches', enabled: true, on, filters, actions: [{ type: 'close' }] }],
    ['rules', { name: 'Waits', enabled: true, on: ['timer'], timer, actions }],
    ['surveys', { name: 'After all', enabled: true, delay: dayMs }],
    ['holidays', { name: 'Holiday', from: day }],
  ];
  for (const [path, body] of records) {
    const answer = await plain(`${url}/${projectId}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([path, answer.status]).toEqual([path, 200]);
  }
  automated.push(projectId);
}

beforeAll(() => {
  globalThis.fetch = async (address, init) => {
    const answer = await plain(address, init);
    const [, base] = /^(.*\/v3)\/projects\/?$/.exec(String(address)) ?? [];
    if (base && init?.method?.toUpperCase() === 'POST' && answer.ok)
      await automate(base, idAt(await answer.clone().json(), '_id'), init.headers ?? {});
    return answer;
  };
});
afterAll(() => {
  globalThis.fetch = plain;
});

// What old clients do: their tests as they are.
await import('./conversation.flow.test.ts');
await import('./routing.flow.test.ts');
await import('./external-bot.flow.test.ts');
await import('./realtime.flow.test.ts');
await import('./project-access.flow.test.ts');
await import('./activities.flow.test.ts');
await import('./webhooks.flow.test.ts');
await import('./order.flow.test.ts');

it('ran with policies, rules, surveys and holidays in every project', () => {
  expect(automated.length).toBeGreaterThan(20);
});
