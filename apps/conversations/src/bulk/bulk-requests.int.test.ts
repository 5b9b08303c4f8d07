import { requestClosed } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

async function withAgents(): Promise<TestProject> {
  return harness.project((one) => {
    one.addMember({ actor: one.personas.linus, available: false });
    one.addMember({ actor: one.personas.alan, available: false });
  });
}

/** Requests of these participants; without a department only these see them. */
async function talks(project: TestProject, count: number, participants: string[], departmentid?: string) {
  const { projectId, personas } = project;
  const ids = many(count).map(() => newRequestId(projectId));
  for (const request_id of ids) {
    const { status } = await service
      .as(personas.ada)
      .createRequest({ request_id, first_text: 'Hello', participants, ...(departmentid && { departmentid }) });
    expect(status).toBe(200);
  }
  return ids;
}

/** 12 open requests of Linus, 5 closed ones, 2 that Linus does not see, 1 that another agent serves. */
async function mixed(project: TestProject): Promise<string[]> {
  const { linus, alan } = project.personas;
  const [department] = project.departments;
  const served = await talks(project, 12, [linus.id]);
  const closed = await talks(project, 5, [linus.id]);
  for (const request_id of closed) await service.as(linus).closeRequest({ request_id });
  const unseen = await talks(project, 2, [alan.id]);
  const others = await talks(project, 1, [alan.id], department?._id);
  return [...served.slice(0, 4), ...closed, ...unseen, ...served.slice(4), ...others];
}

describe('a bulk call', () => {
  it('answers for each request what the single call answers, in the order of the ids', async () => {
    const project = await withAgents();
    const { linus, ada } = project.personas;
    const [alone, together] = [await mixed(project), await mixed(project)];
    const expected: object[] = [];
    for (const request_id of alone) {
      const { status, body } = await service.as(linus).closeRequest({ request_id });
      expected.push(status === 200 ? { status, __v: body.__v } : { status, code: body.code });
    }
    const version = async (request_id: string) => (await service.as(ada).getRequest({ request_id })).body.__v;
    const versions = await Promise.all(together.map(version));

    const { status, body } = await service.as(linus).bulkRequests({ request_ids: together, operation: 'close' });

    expect(status).toBe(200);
    expect(body.results.map(({ request_id }) => request_id)).toEqual(together);
    expect(body.results.map(({ request_id: _, ...result }) => result)).toEqual(expected);
    expect(new Set(expected.map((one) => JSON.stringify(one).replace(/"__v":\d+/, '')))).toHaveProperty('size', 3);
    // The closed and the refused ones stay as they were.
    const now = await Promise.all(together.map(version));
    expect(now.filter((one, place) => one === versions[place])).toHaveLength(8);
  });

  it('does each of its operations as the single call does', async () => {
    const project = await withAgents();
    const { linus, alan, ada } = project.personas;
    const other = project.addDepartment({ name: 'Sales', routing: 'pooled' });
    await harness.syncReadModels(project);
    const [id = ''] = await talks(project, 1, [linus.id]);
    const bulk = async (operation: string, args?: object, by = ada) => {
      const { body } = await service.as(by).bulkRequests({ request_ids: [id], operation, args });
      expect(body.results).toMatchObject([{ request_id: id, status: 200 }]);
      return seen(service, project, id);
    };

    expect(await bulk('assign', { member: alan.id })).toMatchObject({ participants: [alan.id] });
    expect(await bulk('tag', { tags: ['vip', { tag: 'late', color: '#ff0000' }] })).toMatchObject({
      tags: [{ tag: 'vip' }, { tag: 'late', color: '#ff0000' }],
    });
    expect(await bulk('untag', { tags: ['VIP', 'none'] })).toMatchObject({ tags: [{ tag: 'late' }] });
    expect(await bulk('priority', { priority: 'urgent' })).toMatchObject({ priority: 'urgent' });
    expect(await bulk('follow')).toMatchObject({ followers: [ada.teammateId] });
    expect(await bulk('unfollow')).toMatchObject({ followers: [] });
    const { body: newest } = await service.as(ada).sendMessage({ request_id: id, text: 'Anybody there?' });
    await bulk('read', undefined, alan);
    const { body } = await service.as(alan).setReadPosition({ request_id: id, upto: 0 });
    expect(body).toMatchObject({ upto: newest.seq });
    expect(await bulk('close')).toMatchObject({ status: 1000 });
    expect((await bulk('reopen')).closed_at).toBeUndefined();
    expect(await bulk('department', { departmentid: other._id, nobot: true })).toMatchObject({
      status: 100,
      department: { _id: other._id },
    });
    expect(await bulk('claim', undefined, linus)).toMatchObject({ participants: [linus.id] });
  });

  it('announces each change once', async () => {
    const project = await withAgents();
    const { linus } = project.personas;
    const request_ids = await talks(project, 9, [linus.id]);

    await service.as(linus).bulkRequests({ request_ids, operation: 'close' });

    const closed = (await service.outbox(requestClosed, project.projectId)).filter(({ data }) =>
      request_ids.includes(data.request.request_id),
    );
    expect(closed.map(({ data }) => data.request.request_id).toSorted()).toEqual(request_ids.toSorted());
  });

  it('lets bots and webhooks do what they may do alone', async () => {
    const project = await withAgents();
    const { linus, robby } = project.personas;
    const request_ids = await talks(project, 1, [linus.id]);

    const claimed = await service.as(robby).bulkRequests({ request_ids, operation: 'claim' });
    const closed = await service.as(robby).bulkRequests({ request_ids, operation: 'close' });

    expect(claimed.body.results).toMatchObject([{ status: 403, code: 'role_too_low' }]);
    expect(closed.body.results).toMatchObject([{ status: 200 }]);
  });

  it.each([
    ['201 requests', { request_ids: many(201).map(String), operation: 'close' }, 'request_ids'],
    ['no requests', { request_ids: [], operation: 'close' }, 'request_ids'],
    ['twins', { request_ids: ['a', 'b', 'a'], operation: 'close' }, 'request_ids'],
    ['an unknown operation', { request_ids: ['a'], operation: 'delete' }, 'operation'],
    ['no operation', { request_ids: ['a'] }, 'operation'],
    ['an operation without what it needs', { request_ids: ['a'], operation: 'assign' }, 'args.member'],
    ['a wrong priority', { request_ids: ['a'], operation: 'priority', args: { priority: 'x' } }, 'args.priority'],
    ['no tags', { request_ids: ['a'], operation: 'tag', args: { tags: [] } }, 'args.tags'],
  ])('with %s is refused as a whole', async (_, body, param) => {
    const { projectId, linus } = (await withAgents()).personas;

    expect(await service.as(linus).bulkRequests({ id_project: projectId }, { body })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ param }] },
    });
  });

  it('with a key refuses another body, and decides refused requests again', async () => {
    const project = await withAgents();
    const { linus, alan, ada } = project.personas;
    const [id = ''] = await talks(project, 1, [alan.id]);
    const withKey = { headers: { 'Idempotency-Key': 'bulk 1' } };
    const close = () => service.as(linus).bulkRequests({ request_ids: [id], operation: 'close' }, withKey);

    expect((await close()).body.results).toMatchObject([{ status: 404, code: 'request_not_found' }]);
    const other = { request_ids: [id], operation: 'reopen' };
    expect(await service.as(linus).bulkRequests(other, withKey)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    await service.as(ada).addParticipant({ request_id: id, member: linus.id });
    expect((await close()).body.results).toMatchObject([{ status: 200 }]);
    // Done once: that it was reopened meanwhile makes no difference to a repeat.
    await service.as(ada).reopenRequest({ request_id: id });
    const { __v } = await seen(service, project, id);
    expect((await close()).body.results).toMatchObject([{ status: 200 }]);
    expect((await seen(service, project, id)).__v).toBe(__v);
  });
});
