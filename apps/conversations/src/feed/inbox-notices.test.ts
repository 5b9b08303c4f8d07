import { type InboxRecord, InboxRow } from '../request-row/inbox-row.ts';
import type { FeedRow } from './feed-row.ts';
import { inboxNotices, readNotices } from './inbox-notices.ts';
import type { FeedFollower, Notice } from './notice.ts';

const scope = { departments: [{ id: 'd' }], groups: [], ownChatsOnly: true };
const agent: FeedFollower = {
  viewer: { sees: 'departments', user: 'linus', teammate: 't-linus' },
  ...{ endUser: false, isMachine: false, principal: 'linus', teammateId: 't-linus' },
};
const visitor: FeedFollower = {
  viewer: { sees: 'own', principal: 'vera' },
  ...{ endUser: true, isMachine: false, principal: 'vera', teammateId: 't-vera' },
};
const bot: FeedFollower = {
  viewer: { sees: 'all' },
  ...{ endUser: false, isMachine: true, principal: 'bot_b', teammateId: undefined },
};

const at = new Date('2026-01-01T00:00:00Z');
const record: InboxRecord = {
  ...{
    id: 'r',
    requestId: 'support-group-r',
    version: 3,
    ticketId: 1,
    status: 200,
    workingStatus: null,
    snooze: null,
    survey: null,
    serviceLevels: null,
    priority: 'normal',
  },
  ...{
    hasBot: false,
    subject: null,
    firstText: 'Hello',
    leadId: 'l',
    leadLeadId: 'vera',
    leadFullname: 'Vera',
    leadEmail: null,
  },
  ...{
    participants: ['linus'],
    departmentId: null,
    departmentName: null,
    channel: 'chat21',
    language: null,
    rating: null,
  },
  ...{ tags: [], tagsCount: 0, createdAt: at, updatedAt: at, assignedAt: null, closedAt: null, requester: 'vera' },
  ...{
    visibleSeq: 1,
    visibleIn: 1,
    visibleOut: 0,
    lastMessageAt: at,
    lastId: 'm',
    lastType: 'text',
    lastText: 'Hello',
  },
  ...{
    lastSender: 'vera',
    lastSenderFullname: 'Vera',
    lastCreatedAt: at,
    followers: [],
    draft: false,
    preflight: false,
    agents: [],
  },
};

const then = { _id: 'r', request_id: 'support-group-r', participants: ['linus'], followers: [] };
function changed(data: object, now: Partial<InboxRecord> = {}, type: FeedRow['type'] = 'request.updated'): FeedRow {
  return {
    ...{ projectId: 'p', position: { seq: 5, time: 5 }, type, partitionKey: 'r', now: null },
    data: { request: then, ...data },
    found: { inboxRow: new InboxRow({ ...record, ...now }) },
  };
}
const methodsFor = (notices: Notice[], follower: FeedFollower) => notices.map((one) => one.methodFor(follower, scope));

it.each<[string, FeedRow, FeedFollower, string | undefined]>([
  ['a change to who sees it', changed({}), agent, 'UPDATE'],
  ['a change to the requester', changed({}), visitor, 'UPDATE'],
  ['a creation', changed({}, {}, 'request.created'), agent, 'CREATE'],
  ['the end of preflight', changed({ previous: { preflight: true } }), agent, 'CREATE'],
  ['nothing to a bot', changed({}), bot, undefined],
  ['nothing of a draft to the team', changed({}, { draft: true }), agent, undefined],
  ['nothing of a preflight request to the team', changed({}, { preflight: true }), agent, undefined],
  ['their own preflight request to a visitor', changed({}, { preflight: true }), visitor, 'UPDATE'],
  ['nothing that the reader sees no longer', changed({}, { participants: [] }), agent, undefined],
  ['nothing that the reader did not see then', changed({ request: { ...then, participants: [] } }), agent, undefined],
  [
    'a removal when it leaves their view',
    changed({ request: { ...then, participants: [] }, previous: { participants: ['linus'] } }, { participants: [] }),
    agent,
    'DELETE',
  ],
  [
    'no removal of what has come back',
    changed({ request: { ...then, participants: [] }, previous: { participants: ['linus'] } }),
    agent,
    undefined,
  ],
  [
    'a visible message',
    changed({ message: { audience: 'all', sender: 'vera' } }, {}, 'message.created'),
    agent,
    'UPDATE',
  ],
])('tells of %s', (_, row, follower, method) => {
  expect(methodsFor(inboxNotices(row, 1), follower)).toEqual([method]);
});

it.each(['private', 'team', 'own', 'service'])('has nothing to tell of a message of class %s', (audience) => {
  expect(inboxNotices(changed({ message: { audience, sender: 'linus' } }, {}, 'message.created'), 0)).toEqual([]);
});

it('has nothing to tell of what the system says', () => {
  const said = { message: { audience: 'all', sender: 'system' } };
  expect(inboxNotices(changed(said, {}, 'message.created'), 0)).toEqual([]);
});

it('tells a position to its reader alone, as long as they see the request', () => {
  const data = { principal: 'linus', request: 'r', position: { request_id: 'support-group-r', upto: 1, unread: 0 } };
  const read = (now: Partial<InboxRecord> = {}) => readNotices(changed(data, now, 'feed.read'));
  expect(methodsFor(read(), agent)).toEqual(['READ']);
  expect(methodsFor(read(), visitor)).toEqual([undefined]);
  expect(methodsFor(read({ participants: [] }), agent)).toEqual([undefined]);
  expect(JSON.parse(read()[0]?.textFor(agent, 'READ') ?? '')).toEqual(data.position);
});

it('renders a row once for all who get it, and never with a position', () => {
  let rendered = 0;
  const row = changed({});
  row.found = {
    inboxRow: new InboxRow({
      ...record,
      get firstText() {
        rendered += 1;
        return 'Hello';
      },
    }),
  };
  rendered = 0;
  const notices = [...inboxNotices(row, 1), ...inboxNotices({ ...row, type: 'request.created' }, 1)];

  const texts = Array.from({ length: 100 }, () => notices.map((one) => one.textFor(agent, 'UPDATE'))).flat();

  expect(rendered).toBe(1);
  expect(new Set(texts).size).toBe(1);
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ _id: 'r', last_message: { seq: 1, from: 'requester' } });
  expect(JSON.parse(texts[0] ?? '')).not.toHaveProperty('read');
  expect(JSON.parse(notices[0]?.textFor(agent, 'DELETE') ?? '')).toEqual({ _id: 'r', request_id: 'support-group-r' });
});
