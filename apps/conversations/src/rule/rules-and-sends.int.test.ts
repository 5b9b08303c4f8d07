import { currentCall } from '@parley/service-kit/call';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

/** The statements that calls about a request ask, by name; those of jobs and of other calls do not count. */
async function statementsOf(requestId: string, run: () => Promise<void>): Promise<string[]> {
  const { db } = service;
  const query = db.query;
  const asked = new Set<string>();
  db.query = (statement, values) => {
    if (currentCall().path?.includes(requestId))
      asked.add(typeof statement === 'object' ? (statement.name ?? statement.text) : statement);
    return query.call(db, statement, values) as never;
  };
  try {
    await run();
  } finally {
    db.query = query;
  }
  return [...asked].sort();
}

/** A conversation from its first message to its closing. */
async function talk({ projectId, personas: { vera, linus } }: TestProject): Promise<string[]> {
  const request_id = newRequestId(projectId);
  return statementsOf(request_id, async () => {
    for (const text of ['Where is my parcel?', 'Hello?'])
      expect((await service.as(vera).sendMessage({ request_id, text })).status).toBe(200);
    expect((await service.as(linus).sendMessage({ request_id, text: 'On its way.' })).status).toBe(200);
    expect((await service.as(linus).closeRequest({ request_id })).status).toBe(200);
    // The closing frees a seat; the pass that this starts is no part of the call.
    await service.context.queue.idle();
  });
}

it('cost a send no statement, however many of them do not match', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  // The first one fetches what is then known.
  await talk(project);
  const without = await talk(project);
  expect(without.length).toBeGreaterThan(3);
  expect(without).not.toContain('queue_pauses');
  for (let nth = 0; nth < 100; nth++) {
    const { status } = await service.as(project.personas.ada).createRule(
      {},
      {
        body: {
          ...{ name: `Rule ${nth}`, enabled: true, on: ['message.created', 'request.created', 'request.closed'] },
          filters: [{ field: 'subject', operator: '=', value: `no. ${nth}` }],
          actions: [{ type: 'add_tags', tags: ['never'] }],
        },
      },
    );
    expect(status).toBe(200);
  }
  await service.runJob('runRules');
  expect(await talk(project)).toEqual(without);
  await service.runJob('runRules');
  const runs = await service.db.query('select from rule_run where id_project = $1', [project.projectId]);
  expect(runs).toEqual([]);
  const evaluated = 'select from rule where id_project = $1 and evaluated = 0';
  expect(await service.db.query(evaluated, [project.projectId])).toEqual([]);
});
