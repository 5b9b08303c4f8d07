import { requestClosed, requestUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { maxDataBytes } from '@parley/service-kit/outbox';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';
import { maxNotes } from '../note/notes.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

async function served() {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const request_id = newRequestId(project.projectId);
  await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  return { project, request_id, ...project.personas };
}

async function closed({ projectId }: TestProject) {
  const [{ data } = {}] = await service.outbox(requestClosed, projectId);
  return { ...data, seqs: data?.messages?.map(({ seq }) => seq), bytes: Buffer.byteLength(JSON.stringify(data)) };
}

it('publishes with the closing of 10,000 messages the newest two hundred, the oldest first, and their number', async () => {
  const { project, request_id, linus } = await served();
  await service.db.query(
    `insert into message select copy.* from generate_series(0, 9999) n, request_head h
       join message m on m.id_project = h.id_project and m.request = h.id,
       jsonb_populate_record(m, jsonb_build_object('seq', h.last_seq + 1 + n, 'id', 'many' || n, 'text', 'text ' || n)) copy
       where m.id_project = $1 and m.seq = 1`,
    [project.projectId],
  );
  await service.db.query('update request_head set last_seq = last_seq + 10000 where id_project = $1', [
    project.projectId,
  ]);
  const { body: last } = await service.as(linus).sendMessage({ request_id, text: 'Good-bye' });
  await service.as(linus).closeRequest({ request_id });

  const { seqs, messages, messagesCount = 0, messagesTruncated } = await closed(project);
  expect(messagesCount).toBeGreaterThan(10_000);
  expect(seqs).toEqual(Array.from({ length: 200 }, (_, place) => messagesCount - 199 + place));
  const texts = messages?.filter(({ sender }) => sender !== 'system').map(({ text }) => text);
  expect(texts?.slice(-3)).toEqual(['text 9998', 'text 9999', 'Good-bye']);
  expect(seqs).toContain(last.seq);
  expect(messagesTruncated).toBe(true);
});

it('publishes fewer when they are large, as many as fit', async () => {
  const { project, request_id, linus, ada } = await served();
  const items = Array.from({ length: 20 }, () => ({ text: 'x'.repeat(30_000) }));
  await service.as(ada).sendMessages({ request_id, items });
  await service.as(linus).closeRequest({ request_id });

  const { seqs = [], messagesCount = 0, messagesTruncated, bytes } = await closed(project);
  expect(seqs.length).toBeGreaterThan(5);
  expect(seqs).toEqual(Array.from(seqs, (_, place) => messagesCount - seqs.length + 1 + place));
  expect(messagesTruncated).toBe(true);
  expect(bytes).toBeLessThan(maxDataBytes);
});

it('leaves out five megabytes of notes, marks the omission, and is published all the same', async () => {
  const { project, request_id, ada } = await served();
  await service.as(ada).addNote({ request_id, text: 'x'.repeat(10_000) });
  const { _id, notes: [note] = [] } = await seen(service, project, request_id);
  const notes = Array.from({ length: maxNotes - 1 }, () => ({ ...note, _id: newId() }));
  await service.db.query('update request set notes = $2 where id = $1', [_id, JSON.stringify(notes)]);
  expect((await service.as(ada).updateRequest({ request_id, tags: ['large'] })).status).toBe(200);

  const announced = (await service.outbox(requestUpdated, project.projectId)).filter(
    ({ data }) => data.request._id === _id,
  );
  const { data } = announced.at(-1) ?? {};
  expect(data).toMatchObject({ omitted: ['request.notes'], request: { tags: [{ tag: 'large' }] } });
  expect(data?.request).not.toHaveProperty('notes');
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(maxDataBytes);

  expect((await service.as(ada).addNote({ request_id, text: 'One more' })).status).toBe(200);
  const noted = (await service.outbox(requestUpdated, project.projectId))
    .filter(({ data }) => data.request._id === _id)
    .at(-1);
  expect(noted?.data).toMatchObject({ omitted: ['request.notes', 'patch.notes'], changes: ['notes'] });
  expect(Buffer.byteLength(JSON.stringify(noted?.data))).toBeLessThan(maxDataBytes);
});
