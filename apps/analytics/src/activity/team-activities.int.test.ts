import {
  type DomainEvent,
  departmentCreated,
  groupCreated,
  groupDeleted,
  groupUpdated,
  teammateAvailabilityChanged,
  teammateInvited,
  teammateRemoved,
  teammateUpdated,
} from '@parley/contracts';
import { createMemoryBus } from '@parley/service-kit/bus';
import { newId } from '@parley/service-kit/call';
import { personasOf } from '@parley/testkit';

import { type Analytics, startTestAnalytics } from '../../test/analytics-harness.ts';
import { envelopeOf, outgoing } from '../../test/history.ts';

let service: Analytics;
beforeAll(async () => {
  // Delivers every event twice, in a shuffled order.
  service = await startTestAnalytics(undefined, { bus: createMemoryBus({ shuffle: { seed: 5 } }) });
});
afterAll(() => service?.stop());

const at = '2026-11-20T10:00:00.000Z';
const email = 'linus@parley.example';

function recordOf(projectId: string) {
  const _id = newId();
  return { _id, id: _id, __v: 1, id_project: projectId, createdBy: 'ada', createdAt: at, updatedAt: at };
}

function teammateOf(projectId: string) {
  const id_user = { _id: 'linus', id: 'linus', email, firstname: 'Linus', lastname: 'Pauling' };
  return {
    ...{ ...recordOf(projectId), id_user, role: 'agent', roleType: 1, user_available: false, isAuthenticated: true },
    ...{ presence: { status: 'offline' }, isBusy: false, attributes: {}, settings: {}, tags: [], status: 'active' },
    trashed: false,
  };
}

function departmentOf(projectId: string, name: string) {
  const routed = { routing: 'assigned', groups: [], default: true, status: 1, hasBot: false, tags: [] };
  return { ...recordOf(projectId), name, ...routed };
}

it('records each activity of the team once, and none for changes of presence', async () => {
  const { projectId, grace } = personasOf();
  const teammate = teammateOf(projectId);
  const group = { ...recordOf(projectId), name: 'Night', members: [], enabled: true, trashed: false, attributes: {} };
  const publish = async (event: DomainEvent, actor: string) => {
    const envelope = envelopeOf(event, { projectId, subject: `x/${newId()}`, version: 1, actor });
    await service.bus.publish([outgoing(envelope)], () => undefined);
  };
  const invited = { email, role: 'agent', user_available: false, id_project: projectId, project_name: 'Shop' };
  const availability = {
    teammate,
    user_available: false,
    previous: { user_available: true },
    source: 'updateTeammate',
  };
  await publish(teammateInvited({ ...invited, inviteType: 'registered', teammate }), 'user:ada');
  await publish(teammateUpdated({ teammate, changes: ['presence'], previous: {} }), 'user:linus');
  await publish(
    teammateUpdated({ teammate, changes: ['role'], previous: { role: 'admin' }, source: 'updateTeammate' }),
    'user:ada',
  );
  await publish(teammateAvailabilityChanged({ ...availability, updateType: 'self' }), 'user:linus');
  await publish(teammateRemoved({ teammate, deleteType: 'soft' }), 'user:ada');
  await publish(groupCreated({ group }), 'user:ada');
  await publish(groupUpdated({ group, changes: ['name'] }), 'user:ada');
  await publish(groupDeleted({ group }), 'user:ada');
  await publish(
    departmentCreated({ department: departmentOf(projectId, 'Default Department'), origin: 'project' }),
    'user:ada',
  );
  await publish(departmentCreated({ department: departmentOf(projectId, 'Sales') }), 'user:ada');
  await service.settled();

  const { body } = await service.as(grace).listActivities();
  const recorded = body.activities.map(({ verb, actor, actionObj, target }) => [
    verb,
    actor.id,
    target.type,
    actionObj,
  ]);
  const ofGroup = (verb: string, more = {}) => [verb, 'ada', 'group', { name: 'Night', ...more }];
  expect(recorded.sort()).toEqual([
    ['DEPARTMENT_CREATE', 'ada', 'department', { name: 'Sales' }],
    ofGroup('GROUP_CREATE'),
    ofGroup('GROUP_DELETE'),
    ofGroup('GROUP_UPDATE', { changes: ['name'] }),
    [
      'PROJECT_USER_AVAILABILITY_SELF',
      'linus',
      'project_user',
      { user_available: false, newStatus: 'unavailable', updateType: 'self', source: 'updateTeammate' },
    ],
    ['PROJECT_USER_DELETE', 'ada', 'project_user', { deleteType: 'soft', role: 'agent', email }],
    ['PROJECT_USER_INVITE', 'ada', 'project_user', { ...invited, inviteType: 'registered' }],
    ['PROJECT_USER_UPDATE', 'ada', 'project_user', { role: 'agent', updateType: 'other', source: 'updateTeammate' }],
  ]);
  expect((await service.as(grace).listActivities({ agent_id: 'linus' })).body.count).toBe(4);
});

it('records who changed policies, rules, macros, views and surveys, by their names alone', async () => {
  const { projectId, grace } = personasOf();
  // What each of them requires, in one record.
  const record = {
    ...{ ...recordOf(projectId), name: 'Night shift', enabled: true, position: 0, match: 'all', filters: [] },
    ...{ actions: [{ type: 'send_message', text: 'Secret' }], visibility: 'shared', departments: [], query: {} },
    ...{ on: ['request.created'], delay: 0, cancel_on: [], once: 'event', stop: false, hours: 'always' },
    ...{ targets: { default: {} }, due_soon: 0, pause: [], while_bot: 'wait', columns: [], attributes: {} },
    ...{ ask: 'Secret', comment: true, on_auto_close: false, min_team_messages: 1, cooldown: 0, expires: 3_600_000 },
  };
  const events: DomainEvent[] = [
    ...['policy', 'rule', 'macro', 'view', 'survey'].flatMap((noun) =>
      ['created', 'updated', 'deleted'].map((verb) => ({
        type: `${noun}.${verb}`,
        data: { [noun]: record, ...(verb === 'updated' && { changes: ['name'] }) },
      })),
    ),
    { type: 'rule.suspended', data: { rule: record } },
  ];
  for (const event of events) {
    const envelope = envelopeOf(event, { projectId, subject: `x/${newId()}`, version: 1, actor: 'user:ada' });
    await service.bus.publish([outgoing(envelope)], () => undefined);
  }
  await service.settled();
  const { body } = await service.as(grace).listActivities({ limit: 50 });
  const nouns = ['POLICY', 'RULE', 'MACRO', 'VIEW', 'SURVEY'];
  const verbs = nouns.flatMap((noun) => ['CREATE', 'UPDATE', 'DELETE'].map((verb) => `${noun}_${verb}`));
  expect(body.activities.map(({ verb }) => verb).sort()).toEqual([...verbs, 'RULE_SUSPEND'].sort());
  expect(body.activities.find(({ verb }) => verb === 'RULE_UPDATE')).toMatchObject({
    actor: { id: 'ada' },
    actionObj: { name: 'Night shift', changes: ['name'] },
    target: { type: 'rule', id: record._id, object: { _id: record._id, name: 'Night shift' } },
  });
  expect(JSON.stringify(body)).not.toContain('Secret');
});
