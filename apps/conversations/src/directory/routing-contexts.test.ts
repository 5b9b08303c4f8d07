import { commonErrors } from '@parley/contracts';
import { createLogger } from '@parley/service-kit/observability';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import type { Directory } from './directory.repository.ts';
import type { LivingBots } from './living-bots.ts';
import { RoutingContexts } from './routing-contexts.ts';

type RoutingContextReply = NonNullable<Awaited<ReturnType<WorkspaceClient['getRoutingContext']>>>;

/** Questions to workspace, each answered when the test says so. */
function questions() {
  const asked: { department: string; answer: PromiseWithResolvers<RoutingContextReply | undefined> }[] = [];
  const contexts = new RoutingContexts({
    workspace: {
      getRoutingContext(projectId, departmentId) {
        const answer = Promise.withResolvers<RoutingContextReply | undefined>();
        asked.push({ department: `${projectId}/${departmentId ?? ''}`, answer });
        return answer.promise;
      },
    } as WorkspaceClient,
    directory: { routingContext: async () => undefined } as unknown as Directory,
    livingBots: {} as LivingBots,
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  return { asked, contexts };
}

const reply = (id: string) => ({ department: { id, record: {} }, candidates: [] }) as unknown as RoutingContextReply;

it('asks workspace once for requests that begin together, after the last of them has come', async () => {
  const { asked, contexts } = questions();
  const before = contexts.of('p', null);
  await new Promise(setImmediate);
  const together = [contexts.of('p', null), contexts.of('p', null), contexts.of('p', 'sales'), contexts.of('q', null)];
  await new Promise(setImmediate);
  expect(asked.map(({ department }) => department)).toEqual(['p/']);

  asked[0]?.answer.resolve(reply('old'));
  expect((await before)?.department.id).toBe('old');
  await new Promise(setImmediate);
  expect(asked.map(({ department }) => department)).toEqual(['p/', 'p/', 'p/sales', 'q/']);
  asked[1]?.answer.resolve(reply('new'));
  asked[2]?.answer.resolve(reply('sales'));
  // Only whom it concerns is left without an answer.
  asked[3]?.answer.reject(commonErrors.dependency_down());
  // It is asked again, since the read model has no copy.
  await new Promise(setImmediate);
  expect(asked.map(({ department }) => department).slice(4)).toEqual(['q/']);
  asked[4]?.answer.reject(commonErrors.dependency_down());
  expect((await Promise.all(together)).map((context) => context?.department.id)).toEqual([
    ...['new', 'new', 'sales', undefined],
  ]);
});
