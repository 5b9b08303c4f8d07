import { readFile } from 'node:fs/promises';

import type { Actor } from '@parley/contracts';
import { amountOf } from '@parley/testkit';

import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { rowOf, rowsOf, seeded } from '../../test/inbox.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let replicas: ConversationsService[];

beforeAll(async () => {
  replicas = [];
  for (let n = 0; n < 4; n++) replicas.push(await harness.start());
});
afterAll(() => harness.stop());

interface Step {
  project: TestProject;
  service: ConversationsService;
  request_id: string;
  pick(below: number): number;
}

/** What may happen to a request, each a call; what is refused must change nothing. */
const steps: ((step: Step) => Promise<unknown>)[] = [
  ({ project, service, request_id }) => service.as(project.personas.vera).sendMessage({ request_id, text: 'Where?' }),
  ({ project, service, request_id }) => service.as(project.personas.linus).sendMessage({ request_id, text: 'Here.' }),
  ({ project, service, request_id }) => service.as(project.personas.robby).sendMessage({ request_id, text: 'Beep' }),
  ({ project, service, request_id }) =>
    service.as(project.personas.linus).sendMessage({ request_id, text: 'psst', attributes: { private: true } }),
  ({ project, service, request_id, pick }) =>
    service
      .as(pick(2) ? project.personas.vera : project.personas.ada)
      .sendMessage({ request_id, text: 'unseen', attributes: { subtype: 'info' } }),
  ({ project, service, request_id, pick }) =>
    service
      .as(pick(2) ? project.personas.vera : project.personas.linus)
      .sendMessages(
        { request_id },
        { body: [{ text: 'one' }, { text: 'two', attributes: { hidden: true } }, { text: 'three' }] },
      ),
  ({ project, service, request_id }) =>
    service.as(project.personas.ada).sendMessages(
      { request_id, import: 'true' },
      {
        body: [
          { text: 'old', sender: 'old-agent', senderFullname: 'Old', createdAt: '2020-01-01T00:00:00Z' },
          { text: 'older', sender: project.personas.vera.id, createdAt: '2019-01-01T00:00:00Z' },
        ],
      },
    ),
  ({ project, service, request_id }) => service.as(project.personas.ada).closeRequest({ request_id }),
  ({ project, service, request_id }) => service.as(project.personas.ada).reopenRequest({ request_id }),
  ({ project, service, request_id }) => service.as(project.personas.ada).deleteRequest({ request_id }),
];

async function expectRecounted(project: TestProject, reader: Actor): Promise<number> {
  const rows = await rowsOf(harness.first, reader, { preflight: 'true' });
  for (const { request_id, messages, last_message, last_message_at, createdAt } of rows) {
    const { body } = await harness.first.as(reader).listMessages({ request_id });
    const visible = body.filter(({ audience, sender }) => audience === 'all' && sender !== 'system');
    const last = visible.at(-1);
    // After a deletion another person may have started it.
    const [known] = await harness.first.db.query<{ requester: string }>(
      'select requester from request where id_project = $1 and request_id = $2',
      [project.projectId, request_id],
    );
    const ofRequester = visible.filter(({ sender }) => sender === known?.requester);
    expect({ messages, last_message_at }).toEqual({
      messages: { seq: last?.seq ?? 0, in: ofRequester.length, out: visible.length - ofRequester.length },
      last_message_at: last?.createdAt ?? createdAt,
    });
    expect(last_message && [last_message._id, last_message.seq, last_message.text]).toEqual(
      last && [last._id, last.seq, last.text],
    );
  }
  return rows.length;
}

it.each(Array.from({ length: amountOf({ quick: 2, soak: 50, full: 1_000 }) }, (_, seed) => seed + 1))(
  'keeps totals and the last message as a recount finds them (seed %i)',
  async (seed) => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const { robby, ada } = project.personas;
    project.bots.push({ _id: robby.id, name: 'Robby' });
    const requestIds = [1, 2, 3].map(() => newRequestId(project.projectId));
    for (const request_id of requestIds)
      await harness.first.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
    const pick = seeded(seed);

    for (let n = 0; n < 12; n++) {
      const running = replicas.map((service) => {
        const step = steps[pick(n === 11 ? steps.length : steps.length - 1)];
        return step?.({ project, service, request_id: requestIds[pick(3)] ?? '', pick });
      });
      await Promise.all(running);
    }

    expect(await expectRecounted(project, ada)).toBeGreaterThan(0);
  },
);

it('is filled from existing messages as sends would have counted them', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { ada, vera, linus, robby } = project.personas;
  project.bots.push({ _id: robby.id, name: 'Robby' });
  const requestIds = [1, 2, 3, 4].map(() => newRequestId(project.projectId));
  const pick = seeded(9);
  for (const request_id of requestIds) await harness.first.as(vera).sendMessage({ request_id, text: 'Hello' });
  for (let n = 0; n < 40; n++)
    await steps[pick(7)]?.({ project, service: harness.first, request_id: requestIds[pick(4)] ?? '', pick });
  await harness.first.as(ada).createRequest({ first_text: 'a request without a message' });
  const { db } = harness.first;
  const stored = async () => ({
    heads: await db.query(
      `select id, visible_seq, visible_in, visible_out, last_message_at from request_head where id_project = $1 order by id`,
      [project.projectId],
    ),
    readers: await db.query(
      'select request, principal, upto_seq, read_in, read_out from request_reader where id_project = $1 order by 1, 2',
      [project.projectId],
    ),
  });
  const counted = await stored();
  expect(counted.readers.length).toBeGreaterThanOrEqual(8);
  expect(new Set(counted.readers.map(({ principal }) => principal))).toContain(linus.id);

  await db.query(
    `with emptied as (delete from request_reader where id_project = $1)
      update request_head set visible_seq = 9, visible_in = 9, visible_out = 9, last_message_at = now() where id_project = $1`,
    [project.projectId],
  );
  const migration = await readFile(
    new URL('../../prisma/migrations/20261123033500_read_position/migration.sql', import.meta.url),
    'utf8',
  );
  const filling = migration.match(/^(?:UPDATE|INSERT INTO)[^;]+;/gm) ?? [];
  expect(filling).toHaveLength(2);
  await db.transaction(async () => {
    await db.query('delete from request_reader');
    for (const text of filling) await db.query(text);
  });

  expect(await stored()).toEqual(counted);
});

it('changes nothing of the row but its time by private, hidden and system messages', async () => {
  const { project, request_id, linus, vera } = await harness.openedRequest();
  const [service = harness.first] = replicas;
  const before = await rowOf(service, linus, request_id);
  const { updatedAt: _before, ...shown } = before;

  await service.as(linus).sendMessage({ request_id, text: 'psst', attributes: { subtype: 'private' } });
  await service.as(vera).sendMessage({ request_id, text: 'hidden', attributes: { subtype: 'info' } });
  await service.as(linus).sendMessage({ request_id, text: 'hidden', attributes: { hidden: true } });
  const after = await rowOf(service, project.personas.ada, request_id);

  expect(after).toMatchObject({ messages: shown.messages, last_message: shown.last_message });
  expect(after.last_message_at).toBe(shown.last_message_at);
});

it('forgets positions with the request', async () => {
  const { request_id, linus, project } = await harness.openedRequest();
  await harness.first.as(linus).sendMessage({ request_id, text: 'Yes?' });
  const count = () => harness.first.db.query('select from request_reader where id_project = $1', [project.projectId]);
  expect(await count()).toHaveLength(2);

  expect((await harness.first.as(project.personas.ada).deleteRequest({ request_id })).status).toBe(200);

  expect(await count()).toHaveLength(0);
});
