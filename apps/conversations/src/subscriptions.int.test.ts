import {
  type Aggregate,
  type DomainEvent,
  departmentDeleted,
  departmentUpdated,
  groupUpdated,
  projectUpdated,
  type TeammateView,
  teammateAvailabilityChanged,
  teammateJoined,
  teammateRemoved,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { appendToOutbox } from '@parley/service-kit/outbox';

import type { ConversationsService } from '../test/harness.ts';
import { startAlone } from '../test/reading.ts';

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

const projectId = newId();
const now = new Date().toISOString();
const record = (id: string) => ({
  _id: id,
  id,
  id_project: projectId,
  createdBy: 'x',
  createdAt: now,
  updatedAt: now,
  __v: 0,
});

/** Announces an event as workspace would, and waits until it has been heard. */
async function announce(event: DomainEvent, aggregate: Aggregate): Promise<void> {
  await service.db.transaction(() => appendToOutbox(service.db, [{ event, aggregate, projectId, actor: 'system' }]));
  await service.settled();
}

async function copy(table: string, id: string): Promise<unknown> {
  const [row] = await service.db.query(
    `select version, deleted, record from ${table} where id_project = $1 and id = $2`,
    [projectId, id],
  );
  return row;
}

const teammate = (id: string, more: Partial<TeammateView>): TeammateView => ({
  ...record(id),
  role: 'agent',
  roleType: 1,
  user_available: true,
  presence: { status: 'offline' },
  isAuthenticated: true,
  isBusy: false,
  attributes: {},
  settings: {},
  tags: [],
  status: 'active',
  trashed: false,
  ...more,
});

it('keeps a teammate from joining to removal, by the newest version only', async () => {
  const [id, user] = [newId(), newId()];
  const id_user = { _id: user, id: user, email: 'grace@acme.example', firstname: 'Grace', lastname: 'Hopper' };
  const of = (version: number) => ({ noun: 'teammate', id, version });

  await announce(teammateJoined({ teammate: teammate(id, { id_user }), origin: 'invitation' }), of(0));
  expect(await copy('copy_teammate', id)).toMatchObject({ version: 0, deleted: false, record: { id_user } });

  const away = teammate(id, { id_user, user_available: false });
  const changed = {
    user_available: false,
    previous: { user_available: true },
    updateType: 'self',
    source: 'test',
  } as const;
  await announce(teammateAvailabilityChanged({ teammate: away, ...changed }), of(2));
  await announce(teammateJoined({ teammate: teammate(id, { id_user }), origin: 'invitation' }), of(1));
  expect(await copy('copy_teammate', id)).toMatchObject({ version: 2, record: { user_available: false } });

  await announce(teammateRemoved({ teammate: away, deleteType: 'soft' }), of(3));
  expect(await copy('copy_teammate', id)).toMatchObject({ version: 3, deleted: true, record: { id_user } });
});

it('keeps visitors, found by their uuid', async () => {
  const id = newId();
  const visitor = teammate(id, { uuid_user: 'visitor-1', role: 'guest', roleType: 2 });
  await announce(teammateJoined({ teammate: visitor, origin: 'anonymous' }), { noun: 'teammate', id, version: 0 });

  const [row] = await service.db.query('select id from copy_teammate where id_project = $1 and principal = $2', [
    projectId,
    'visitor-1',
  ]);
  expect(row).toEqual({ id });
});

it('keeps departments, groups and the settings of the project, and of it nothing that is no business of requests', async () => {
  const [department, group] = [newId(), newId()];
  const place = {
    ...record(department),
    name: 'Sales',
    routing: 'assigned' as const,
    default: false,
    status: 1,
    hasBot: false,
    groups: [],
    tags: [],
  };
  await announce(departmentUpdated({ department: place }), { noun: 'department', id: department, version: 1 });
  expect(await copy('copy_department', department)).toMatchObject({
    version: 1,
    deleted: false,
    record: { name: 'Sales' },
  });
  await announce(departmentDeleted({ department: place }), { noun: 'department', id: department, version: 2 });
  expect(await copy('copy_department', department)).toMatchObject({ version: 2, deleted: true });

  const team = { ...record(group), name: 'Team', members: ['a'], enabled: true, trashed: false, attributes: {} };
  await announce(groupUpdated({ group: team }), { noun: 'group', id: group, version: 1 });
  expect(await copy('copy_group', group)).toMatchObject({ deleted: false, record: { members: ['a'] } });

  const { id_project: _path, ...bare } = record(projectId);
  const project = {
    ...bare,
    name: 'Acme',
    status: 100,
    activeOperatingHours: false,
    settings: { current_agent_my_chats_only: true },
    widget: {},
    attributes: {},
    channels: [],
    profile: { name: 'Custom', type: 'payment' },
    trialExpired: false,
    trialDaysLeft: 0,
    isActiveSubscription: true,
    bannedUsers: [{ _id: 'b', ip: '203.0.113.7', createdBy: 'x', createdAt: now }],
  };
  await announce(projectUpdated({ project, changes: ['settings'] }), { noun: 'project', id: projectId, version: 4 });
  const [kept] = await service.db.query('select version, record from copy_project where id_project = $1', [projectId]);
  expect(kept).toMatchObject({ version: 4, record: { settings: { current_agent_my_chats_only: true } } });
  expect(JSON.stringify(kept)).not.toContain('203.0.113.7');
});
