import { askedWords } from '@parley/service-kit/search';
import { personasOf } from '@parley/testkit';

import type { ConversationsService } from '../../test/harness.ts';
import { startAlone } from '../../test/reading.ts';
import { newRequestId } from '../../test/test-project.ts';
import { readUnindexedWords } from './unindexed-words.ts';

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

it('indexes a request again when a text of it has changed, and for nothing else', async () => {
  const { ada, vera, projectId } = personasOf();
  const request_id = newRequestId(projectId);
  const team = service.as(ada);
  expect((await service.as(vera).sendMessage({ request_id, text: 'Where is my parcel' })).status).toBe(200);
  const targets = { default: { first_response: 3_600_000 } };
  const { body: policy } = await team.createSlaPolicy({}, { body: { name: 'All', targets } });
  const indexed = async () => {
    await service.settled();
    const text = 'select w.xmin::text as version from request_words w where w.id_project = $1';
    return (await service.db.query<{ version: string }>(text, [projectId]))[0]?.version;
  };
  const first = await indexed();
  const found = async (full_text: string) => {
    await service.settled();
    const { body } = await team.listRequests({ full_text, status: 'all' });
    return body.requests.map((request) => request.request_id);
  };
  const unindexed = () => readUnindexedWords(service.db, projectId, askedWords('lampshade', 'last'));

  await team.pinRequestSla({ request_id }, { body: { policy: policy._id } });
  await team.updateRequest({ request_id }, { body: { priority: 'high' } });
  const { body } = await team.getRequest({ request_id });
  expect(body).toMatchObject({ priority: 'high', sla: { metric: 'first_response' } });
  expect(await indexed()).toBe(first);

  await team.updateRequest({ request_id }, { body: { subject: 'A lampshade' } });
  expect((await unindexed()).words).toMatchObject([{ about: expect.stringContaining('lampshade') }]);
  const second = await indexed();
  expect(second).not.toBe(first);
  expect(await found('lampshade')).toEqual([request_id]);

  // As the previous release writes it, which counts no quiet revisions.
  await service.db.query('update request set subject = $2 where id_project = $1', [projectId, 'A bicycle']);
  await service.db.query('update request_head set revision = revision + 1, updated_at = now() where id_project = $1', [
    projectId,
  ]);
  expect(await found('bicycle')).toEqual([request_id]);
  expect(await found('lampshade')).toEqual([]);
});
