import { projectUpdated } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, settingsOf, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let project: TestProject;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
beforeEach(async () => {
  project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
});

const card = '4111 1111 1111 1111';

/** As workspace announces it. */
async function wants(...patterns: unknown[]): Promise<void> {
  const { projectId, personas } = project;
  project.settings.redactPatterns = patterns;
  const now = new Date().toISOString();
  const view = {
    ...{ _id: projectId, id: projectId, name: 'Acme', status: 100, activeOperatingHours: false, __v: 1 },
    ...{ widget: {}, attributes: {}, channels: [], profile: { name: 'Custom', type: 'payment' } },
    ...{ trialExpired: false, trialDaysLeft: 0, isActiveSubscription: true, createdBy: 'x' },
    ...{ createdAt: now, updatedAt: now, settings: settingsOf(project) },
  };
  await harness.publish(project, projectUpdated({ project: view, changes: ['settings'] }), personas.ada);
}

it('take numbers out of what visitors write before it is stored, and out of nothing that the team writes', async () => {
  const { vera, linus } = project.personas;
  await wants('card');
  const request_id = newRequestId(project.projectId);
  const first = await service.as(vera).sendMessage({
    ...{ request_id, text: `Charge ${card} please`, subject: `Card ${card}` },
    attributes: { mail: { full_text: `> ${card}` }, iban: 'DE89 3704 0044 0532 0130 00' },
  });
  expect(first.body).toMatchObject({
    text: 'Charge [redacted: card] please',
    attributes: { mail: { full_text: '> [redacted: card]' }, iban: 'DE89 3704 0044 0532 0130 00' },
    request: { first_text: 'Charge [redacted: card] please', subject: 'Card [redacted: card]' },
  });
  await service.as(vera).sendMessage({ request_id, text: card });
  const several = await service
    .as(vera)
    .sendMessages({ request_id, items: [{ text: card }, { text: 'and no other' }] });
  expect(several.body.map(({ text }) => text)).toEqual(['[redacted: card]', 'and no other']);
  const opened = await service.as(vera).createRequest({ first_text: `By form: ${card}` });
  expect(opened.body).toMatchObject({ first_text: 'By form: [redacted: card]' });

  const tables = ['message', 'request', 'outbox', 'request_history'];
  for (const table of tables) {
    const rows = await service.db.query(`select t::text as row from ${table} t where id_project = $1`, [
      project.projectId,
    ]);
    expect([table, JSON.stringify(rows).includes(card)]).toEqual([table, false]);
  }
  const sent = await service.as(linus).sendMessage({ request_id, text: `Test card: ${card}` });
  expect(sent.body.text).toBe(`Test card: ${card}`);
});

it('are what the project asks for now', async () => {
  const { vera } = project.personas;
  const request_id = newRequestId(project.projectId);
  const say = async (text: string) => (await service.as(vera).sendMessage({ request_id, text })).body.text;
  expect(await say(card)).toBe(card);
  await wants('iban');
  expect(await say(`${card} DE89370400440532013000`)).toBe(`${card} [redacted: iban]`);
  const orders = { name: 'order', pattern: 'ORD-\\d{4}' };
  await wants(orders, { name: 'of a later release', pattern: '(?=a)' }, 'phone');
  expect(await say(`ORD-1234 ${card} (?=a)`)).toBe(`[redacted: order] ${card} (?=a)`);
  await wants();
  expect(await say('DE89370400440532013000')).toBe('DE89370400440532013000');
});
