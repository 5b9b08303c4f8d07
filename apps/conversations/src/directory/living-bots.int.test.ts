import { commonErrors } from '@parley/contracts';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { newId } from '@parley/service-kit/call';
import { fakeService } from '@parley/testkit/fakes';

import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

/** Bots that only their own service knows. */
const elsewhere = new Map<string, { name: string; trashed: boolean }>();
let away = false;
const bots = fakeService(BotsServiceService, {
  getBots: ({ ids }) => {
    if (away) throw commonErrors.dependency_down();
    const found = ids.flatMap((id) => {
      const bot = elsewhere.get(id);
      return bot ? [{ id, ...bot, recordJson: JSON.stringify({ _id: id, name: bot.name }), version: 3 }] : [];
    });
    return { bots: found };
  },
});

const harness = new ConversationsHarness({ bots });
let service: ConversationsService;
beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());

it('finds a bot that the read model lacks and keeps it, and none that is trashed, deleted or unknown', async () => {
  const { projectId } = await harness.project();
  const [known, fresh, trashed, gone] = [newId(), newId(), newId(), newId()];
  const { readModels: copies, livingBots } = service.context;
  const record = (id: string) => ({ projectId, id, version: 1, record: { _id: id, name: 'Known' } });
  await copies.keepBot({ ...record(known), deleted: false });
  await copies.keepBot({ ...record(gone), deleted: true });
  elsewhere.set(fresh, { name: 'Fresh', trashed: false });
  elsewhere.set(trashed, { name: 'Trashed', trashed: true });
  const find = async () =>
    (await livingBots.findForRouting(projectId, [known, fresh, trashed, gone])).map(({ id }) => id).sort();

  expect(await find()).toEqual([known, fresh].sort());
  expect(bots.calls.map(({ request }) => request)).toEqual([{ idProject: projectId, ids: [fresh, trashed] }]);
  expect(await find()).toEqual([known, fresh].sort());
  expect(bots.calls).toHaveLength(1);
});

it('uses the read model while the bots service is down, and never reports another bot as missing', async () => {
  away = true;
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const bot = await harness.addBot(project);
  const { linus, vera } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });

  const named = await service.as(linus).sendMessage({ request_id, text: 'Hi', sender: `bot_${bot}` });
  expect(named.body.sender).toBe(`bot_${bot}`);
  const unknown = await service.as(linus).sendMessage({ request_id, text: 'Hi', sender: `bot_${newId()}` });
  expect(unknown.body.code).toBe('dependency_down');
});
