import type { Actor } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { ReadModels } from '../src/read-models/read-models.repository.ts';
import type { ConversationsService } from './conversations-api.ts';

const dayMs = 86_400_000;
const targets = { default: { first_response: 3_600_000, next_response: 3_600_000, resolution: dayMs } };

/** Gives a project a policy for every request, rules that run on everything, a survey after every closing, and a holiday. */
export async function automate(
  { as: asOne, db }: Pick<ConversationsService, 'as'> & { db: Database },
  projectId: string,
  owner: Actor,
): Promise<void> {
  const as = asOne(owner);
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  await new ReadModels(db).keepHoliday({
    ...{ projectId, id: newId(), version: 0, deleted: false },
    record: { name: 'Holiday', from: day, to: day, yearly: false, spans: [], applies: [] },
  });
  const on = ['request.created', 'request.updated', 'request.assigned', 'request.closed', 'message.created'];
  const actions = [{ type: 'remove_tags', tags: ['never set'] }];
  const filters = [{ field: 'subject', operator: '=', value: 'never set' }];
  const timer = { since: 'created', ms: dayMs };
  const rules = [
    { name: 'Changes nothing', enabled: true, on, actions },
    { name: 'Never matches', enabled: true, on, filters, actions: [{ type: 'close' }] },
    { name: 'Waits', enabled: true, on: ['timer'], timer, actions },
  ];
  const made = [
    await as.createSlaPolicy({}, { body: { name: 'All', targets } }),
    ...(await Promise.all(rules.map((body) => as.createRule({}, { body: body as never })))),
    await as.createSurvey({}, { body: { name: 'After all', enabled: true, delay: dayMs } }),
  ];
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
}
