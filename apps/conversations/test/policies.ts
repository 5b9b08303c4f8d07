import type { SlaPolicyView } from '@parley/contracts';

import type { ConversationsService, SharedConversations } from './harness.ts';
import type { TestProject } from './test-project.ts';

const hourMs = 3_600_000;
export const targets = { default: { first_response: hourMs, next_response: hourMs, resolution: 8 * hourMs } };

/** A project with an agent who is available. */
export const staffed = (harness: SharedConversations): Promise<TestProject> =>
  harness.project((one) => one.addMember({ actor: one.personas.linus }));

/** A policy of a project; without a body it is for every request. */
export async function policyOf(
  service: ConversationsService,
  { personas: { ada } }: TestProject,
  body: object = {},
): Promise<SlaPolicyView> {
  const answer = await service.as(ada).createSlaPolicy({}, { body: { name: 'Premium', targets, ...body } as never });
  expect(answer.status).toBe(200);
  return answer.body;
}
