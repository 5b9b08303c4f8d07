import type { ActivityView } from '@parley/sdk';

import { activityParameters, namesOf } from './activity.ts';
import { readActivityFilter } from './activity-filter.ts';

const activity = (part: Partial<ActivityView>): ActivityView => ({
  ...{ _id: 'a', id: 'a', __v: 0, id_project: 'p', createdAt: '', updatedAt: '' },
  actor: { _id: 'u', id: 'u', type: 'user', name: 'Ada' },
  verb: 'REQUEST_CLOSE',
  target: { type: 'request', id: 'r' },
  ...part,
});

it.each([
  [
    'a conversation by its ticket',
    { target: { type: 'request', id: 'r', object: { ticket_id: '12' } } },
    { target: '#12' },
  ],
  [
    'a teammate by name',
    { target: { type: 'project_user', id: 't', object: { id_user: { firstname: 'Linus', lastname: 'T' } } } },
    { target: 'Linus T' },
  ],
  [
    'an invited address',
    {
      verb: 'PROJECT_USER_INVITE',
      actionObj: { email: 'x@example.com', role: 'agent' },
      target: { type: 'pendinginvitation', id: 't', object: {} },
    },
    { target: 'x@example.com', detail: 'agent' },
  ],
  [
    'the one it was given to',
    { related: { type: 'user', id: 'u', role: 'assignee', name: 'Grace' } },
    { related: 'Grace' },
  ],
  [
    'what was changed',
    { verb: 'GROUP_UPDATE', actionObj: { name: 'x', changes: ['members', 'name'] } },
    { detail: 'members, name' },
  ],
  [
    'what was changed of a teammate, without how',
    { verb: 'PROJECT_USER_UPDATE', actionObj: { role: 'admin', updateType: 'other', source: 'api' } },
    { detail: 'role' },
  ],
  [
    'nothing where nothing is known',
    { actor: { _id: 'x', id: 'x', type: 'system' } },
    { actor: '', target: '', related: '', detail: '' },
  ],
] as [string, Partial<ActivityView>, object][])('names %s', (_, part, names) => {
  expect(namesOf(activity(part))).toMatchObject(names);
});

it('takes from the address what the log knows', () => {
  const search = { person: 'u1', verb: 'REQUEST_CLOSE', from: '2026-01-01', to: '2026-13-01', page: 2 };
  const filter = readActivityFilter(search);
  expect(filter).toEqual({ person: 'u1', verb: 'REQUEST_CLOSE', from: '2026-01-01' });
  expect(readActivityFilter({ verb: 'DROP' })).toEqual({});
  expect(activityParameters(filter, 'UTC')).toEqual({
    ...{ tz: 'UTC', agent_id: 'u1', activities: 'REQUEST_CLOSE', start_date: '2026-01-01' },
  });
});
