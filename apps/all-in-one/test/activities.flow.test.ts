import { randomUUID } from 'node:crypto';

import { type ActivityView, activityVerbs } from '@parley/contracts';
import { eventually } from '@parley/testkit';
import { TOTP } from 'otpauth';

import { type Answer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

type Person = Awaited<ReturnType<typeof newUser>>;

let mesh: SharedMesh;
let ada: Person;
let linus: Person;
let projectId: string;
/** Of no account. */
const invitedEmail = `grace.${randomUUID()}@example.com`;
/** Of what was done, in its order. */
let activities: ActivityView[];
/** What the operations have answered. */
const done: Record<string, Answer['body']> = {};

beforeAll(async () => {
  mesh = await sharedMesh();
  ada = await newUser(mesh.url, 'Ada');
  linus = await newUser(mesh.url, 'Linus');
  projectId = (await ok(ada.customer.call('POST', '/projects', { name: 'Shop' })))._id;
  // The worker that writes exports looks for them every few seconds.
  await Promise.all([exportProject(), changeWorkspace().then(converse)]);
  await mesh.settled();
  activities = (await by(ada)('GET', '/activities?limit=200&direction=1')).activities;
}, 120_000);

async function ok(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, body]);
  return body;
}

const by =
  ({ customer }: Pick<Person, 'customer'>) =>
  (method: string, path: string, body?: unknown) =>
    ok(customer.call(method, `/${projectId}${path}`, body));

/** Departments, groups, leads, the team and the project itself. */
async function changeWorkspace(): Promise<void> {
  const owner = by(ada);
  done.department = await owner('POST', '/departments', { name: 'Sales' });
  const department = `/departments/${done.department._id}`;
  done.renamed = await owner('PUT', department, { name: 'Service', description: 'Helps' });
  await owner('PATCH', department, { name: 'Service' });
  done.emptied = await owner('POST', '/departments', { name: 'Spare' });
  await owner('DELETE', `/departments/${done.emptied._id}`);

  done.group = await owner('POST', '/groups', { name: 'Night', members: [] });
  await owner('PUT', `/groups/${done.group._id}`, { name: 'Day' });
  await owner('PUT', `/groups/disable/${done.group._id}`);
  await owner('DELETE', `/groups/${done.group._id}`);

  done.lead = await owner('POST', '/leads', { fullname: 'Vera', email: 'vera@example.com' });
  await owner('DELETE', `/leads/${done.lead._id}`);
  await owner('DELETE', `/leads/${done.lead._id}/physical`);

  const { _id: token } = await owner('POST', '/api_tokens', { name: 'Export', role: 'agent', expires_in: 3_600 });
  await owner('POST', `/api_tokens/${token}/rotate`);
  await owner('DELETE', `/api_tokens/${token}`);
  const { _id: role } = await owner('POST', '/roles', { name: 'Trainee', base: 'agent' });
  await owner('PUT', `/roles/${role}`, { name: 'Junior' });
  await owner('DELETE', `/roles/${role}`);
  const address = `help@${randomUUID()}.example`;
  const { _id: mailbox } = await owner('POST', '/mailboxes', { address, name: 'Help', inbound: { type: 'none' } });
  await owner('PUT', `/mailboxes/${mailbox}`, { name: 'Orders' });
  await owner('DELETE', `/mailboxes/${mailbox}`);

  const actions = [{ type: 'add_tags', tags: ['new'] }];
  for (const [path, body] of [
    ['/sla_policies', { targets: { default: { first_response: 60_000 } } }],
    ['/rules', { on: ['message.created'], actions }],
    ['/macros', { visibility: 'shared', actions }],
    ['/views', { visibility: 'shared', query: { tags: 'new' } }],
    ['/surveys', {}],
  ] as const) {
    const { _id } = await owner('POST', path, { name: 'First', ...body });
    await owner('PUT', `${path}/${_id}`, { name: 'Second' });
    await owner('DELETE', `${path}/${_id}`);
  }

  const { _id: lead } = await owner('POST', '/leads', { fullname: 'Kept' });
  const { _id: hold } = await owner('POST', '/holds', { kind: 'lead', record: lead, reason: 'Claim 2031/17' });
  await owner('DELETE', `/holds/${hold}`);

  await ok(ada.customer.call('PUT', `/projects/${projectId}`, { name: 'Store', settings: { code: 'secret' } }));
  await ok(ada.customer.call('PATCH', `/projects/${projectId}/attributes`, { code: 'secret' }));

  await owner('PUT', '/project_users', { user_available: false });
  done.invited = await owner('POST', '/project_users/invite', {
    ...{ email: invitedEmail, role: 'admin', user_available: true },
  });
  done.teammate = await owner('POST', '/project_users/invite', {
    ...{ email: linus.email, role: 'agent', user_available: false },
  });
  const teammate = `/project_users/${done.teammate._id}`;
  await owner('PUT', teammate, { user_available: true });
  await owner('PUT', teammate, { max_served_chat: 3 });
  await ok(linus.customer.call('PUT', '/users', { lastname: 'Pauling' }));

  const { _id: app, secret } = await ok(linus.customer.call('POST', '/users/factors/totp', {}));
  const confirmed = { code: new TOTP({ secret }).generate(), end_sessions: false };
  await ok(linus.customer.call('POST', `/users/factors/totp/${app}/confirm`, confirmed));
}

async function exportProject(): Promise<void> {
  const owner = by(ada);
  done.export = await owner('POST', '/exports', { include_files: false });
  const exported = `/exports/${done.export._id}`;
  await eventually(async () => expect(await owner('GET', exported)).toMatchObject({ status: 'done' }), {
    timeoutMs: 60_000,
  });
  await owner('POST', `${exported}/sign`);
  await owner('DELETE', exported);
}

/** A bot and a request, from their beginning to their end; at last the agent goes. */
async function converse(): Promise<void> {
  const [owner, agent] = [by(ada), by(linus)];
  done.bot = await owner('POST', '/bots', { name: 'Robby', type: 'internal', language: 'en', template: 'blank' });
  done.published = await owner('PUT', `/bots/${done.bot._id}/publish`, { release_note: 'Opening hours' });
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  done.vera = vera.id;
  await mesh.settled();

  const request = `/requests/${newRequestId(projectId)}`;
  await by(vera)('POST', `${request}/messages`, { text: 'Hello' });
  done.request = await owner('GET', request);
  const noted = await owner('POST', `${request}/notes`, { text: 'Linus, please look', mentions: [linus.id] });
  done.note = noted.notes[0];
  await owner('POST', `${request}/participants`, { member: ada.id });
  await owner('PUT', `${request}/participants`, [linus.id]);
  await agent('DELETE', `${request}/participants/${linus.id}`);
  await owner('POST', `${request}/participants`, { member: linus.id });
  await owner('DELETE', `${request}/participants/${linus.id}`);
  await owner('POST', `${request}/participants`, { member: `bot_${done.bot._id}` });
  await agent('PUT', '/project_users', { user_available: false });
  await mesh.settled();
  await owner('PUT', `${request}/departments`, { departmentid: done.department._id });
  await owner('PUT', `${request}/close`);
  await owner('PUT', `${request}/reopen`);
  const duplicate = newRequestId(projectId);
  await by(vera)('POST', `/requests/${duplicate}/messages`, { text: 'Hello again' });
  done.duplicate = await owner('GET', `/requests/${duplicate}`);
  await owner('POST', `${request}/merge`, { source: duplicate });
  await owner('DELETE', `/requests/${duplicate}/merge`);
  await owner('DELETE', request);
  await owner('PUT', `/bots/${done.bot._id}`, { trashed: true });
  await owner('DELETE', `/bots/${done.bot._id}`);
  await owner('DELETE', `/project_users/${done.teammate._id}`);
}

/** Of one kind of record. */
const activitiesOf = (...types: string[]) =>
  activities
    .filter(({ target }) => types.includes(target.type))
    .map(({ verb, actor, actionObj, target: { id } }) => ({ verb, by: actor.id, actionObj, id }));

const objectsOf = (type: string, verb: string) =>
  activities.filter((one) => one.target.type === type && one.verb === verb).map(({ target }) => target.object);

it('knows each verb of the list, and no other', () => {
  // All calls of these tests come from one address, no mail server fails, and no rule does so twenty times.
  // Of connections to identity providers, which no flow has: `team-activities.test.ts`.
  const ofConnections = activityVerbs.filter((verb) => verb.startsWith('SIGN_IN_'));
  const others: string[] = ['API_TOKEN_NEW_ADDRESS', 'MAILBOX_FAILING', 'MAILBOX_RECOVERED'];
  others.push('RULE_SUSPEND', ...ofConnections);
  const reached = activityVerbs.filter((verb) => !others.includes(verb));
  expect([...new Set(activities.map(({ verb }) => verb))].sort()).toEqual(reached.sort());
});

it('records once each change of a department, and nothing of one that changes nothing or came with the project', () => {
  const { department, renamed, emptied } = done;
  const entry = (id: string | undefined, verb: string, name: string, changes?: string[]) => ({
    ...{ verb: `DEPARTMENT_${verb}`, by: ada.id, id },
    actionObj: { name, ...(changes && { changes }) },
  });
  expect(activitiesOf('department')).toEqual([
    entry(department._id, 'CREATE', 'Sales'),
    entry(department._id, 'UPDATE', 'Service', ['name', 'description']),
    entry(emptied._id, 'CREATE', 'Spare'),
    entry(emptied._id, 'DELETE', 'Spare'),
  ]);
  expect(objectsOf('department', 'DEPARTMENT_UPDATE')).toEqual([renamed]);
  expect(objectsOf('department', 'DEPARTMENT_CREATE')).toEqual([department, emptied]);
});

it('records once each change of a group', () => {
  const entry = (verb: string, name: string, changes?: string[]) => ({
    ...{ verb: `GROUP_${verb}`, by: ada.id, id: done.group._id },
    actionObj: { name, ...(changes && { changes }) },
  });
  expect(activitiesOf('group')).toEqual([
    entry('CREATE', 'Night'),
    entry('UPDATE', 'Day', ['name']),
    entry('UPDATE', 'Day', ['enabled']),
    entry('DELETE', 'Day'),
  ]);
  expect(objectsOf('group', 'GROUP_CREATE')).toEqual([done.group]);
});

it('records which fields of the project were changed, and not to what', () => {
  const entry = (...changes: string[]) => ({
    verb: 'PROJECT_UPDATE',
    by: ada.id,
    id: projectId,
    actionObj: { changes },
  });
  expect(activitiesOf('project')).toEqual([entry('name', 'settings'), entry('attributes')]);
  const record = { _id: projectId, name: 'Store' };
  expect(objectsOf('project', 'PROJECT_UPDATE')).toEqual([record, record]);
  expect(JSON.stringify(activities)).not.toContain('secret');
});

it('records how a lead went, and no more of it than its ids', () => {
  const { _id } = done.lead;
  const entry = (mode: string) => ({ verb: 'LEAD_DELETE', by: ada.id, id: _id, actionObj: { mode } });
  const leads = activitiesOf('lead').filter(({ verb }) => verb === 'LEAD_DELETE');
  expect(leads).toEqual([entry('trash'), entry('physical')]);
  const record = { _id, id: _id, id_project: projectId };
  expect(objectsOf('lead', 'LEAD_DELETE')).toEqual([record, record]);
});

it('records who was invited, what changed of a teammate and by which operation, and that they left', () => {
  const invited = { id_project: projectId, project_name: 'Store' };
  const entry = (verb: string, actionObj: object, who = ada.id, id = done.teammate._id) => ({
    ...{ verb: `PROJECT_USER_${verb}`, by: who, id, actionObj },
  });
  const [self, other] = [
    { updateType: 'self', source: 'updateOwnTeammate' },
    { updateType: 'other', source: 'updateTeammate' },
  ];
  const away = { user_available: false, newStatus: 'unavailable' };
  const [own] = activitiesOf('project_user');
  expect(activitiesOf('project_user', 'pendinginvitation')).toEqual([
    entry('AVAILABILITY_SELF', { ...self, ...away }, ada.id, own?.id),
    entry(
      'INVITE',
      { ...invited, email: invitedEmail, role: 'admin', user_available: true, inviteType: 'pending' },
      ...[ada.id, done.invited.pendingInvitation._id],
    ),
    entry('INVITE', { ...invited, email: linus.email, role: 'agent', user_available: false, inviteType: 'registered' }),
    entry('UPDATE', { ...other, user_available: true, newStatus: 'available' }),
    entry('UPDATE', { ...other, max_served_chat: 3 }),
    entry('UPDATE', { lastname: 'Pauling', updateType: 'self', source: 'updateUser' }, linus.id),
    { ...entry('', { kind: 'totp', change: 'added' }, linus.id), verb: 'FACTOR_CHANGE' },
    entry('AVAILABILITY_SELF', { ...self, ...away }, linus.id),
    entry('DELETE', { deleteType: 'soft', role: 'agent', email: linus.email }),
  ]);
  const people = objectsOf('project_user', 'PROJECT_USER_DELETE').map((object) => object?.id_user);
  expect(people).toEqual([{ _id: linus.id, firstname: 'Linus', lastname: 'Pauling' }]);
});

it('records what was done to a bot, of its end once', () => {
  const entry = (verb: string, more: object) => ({
    ...{ verb: `FAQ_KB_${verb}`, by: ada.id, id: done.bot._id, actionObj: { name: 'Robby', ...more } },
  });
  expect(activitiesOf('faq_kb')).toEqual([
    entry('CREATE', { type: 'internal', subtype: done.bot.subtype }),
    entry('PUBLISH', { publishedBotId: done.published.bot_id, release_note: 'Opening hours' }),
    entry('DELETE', { type: 'internal' }),
  ]);
});

it('records what was done to a request, by whom and about whom', () => {
  const { _id, request_id, ticket_id, lead, department, createdAt } = done.request;
  const cut = {
    ...{ _id, id: _id, request_id, ticket_id, first_text: 'Hello', hasBot: false, createdAt },
    ...{ lead: { _id: lead._id, fullname: 'Vera' }, userFullname: 'Vera' },
  };
  const [robby, adaName, linusName] = [`bot_${done.bot._id}`, 'Ada Example', 'Linus Pauling'];
  const taking = { removedParticipants: [], source: 'participants' };
  const person = (assigneeId: string, assigneeName: string) => ({ assigneeId, assigneeName, assigneeType: 'user' });
  const unassigned = (who: Person, reason: string, name?: string) => ({
    ...{ verb: 'REQUEST_UNASSIGNED', by: ada.id },
    actionObj: {
      ...{ assigneeId: who.id, assigneeType: 'user', ...(name && { assigneeName: name }) },
      ...{ assignmentType: 'unassign', removedParticipants: [who.id], source: 'participants', reason },
    },
  });
  const left = { verb: 'LEAVE_CONVERSATION', by: linus.id, actionObj: { member: linus.id, source: 'participants' } };
  const recorded = activities.filter(({ target }) => target.type === 'request' && target.id !== done.duplicate._id);
  const found = recorded.map(({ verb, actor, actionObj }) => ({ verb, by: actor.id, ...(actionObj && { actionObj }) }));
  const expected = [
    {
      ...{ verb: 'REQUEST_CREATE', by: done.vera },
      actionObj: {
        ...{ ...cut, status: 200, participants: [linus.id] },
        department: { _id: department._id, name: 'Default Department' },
      },
    },
    {
      ...{ verb: 'REQUEST_ASSIGNED_AUTO', by: done.vera },
      actionObj: { ...taking, ...person(linus.id, linusName), assignmentType: 'auto', source: 'message' },
    },
    { verb: 'MENTION', by: ada.id, actionObj: { member: linus.id, note_id: done.note._id } },
    {
      ...{ verb: 'REQUEST_ASSIGNED_SELF', by: ada.id },
      actionObj: {
        ...{ ...taking, ...person(ada.id, adaName), assignmentType: 'self_join', previousAssigneeId: linus.id },
      },
    },
    unassigned(ada, 'replaced', adaName),
    { ...unassigned(linus, 'left', linusName), by: linus.id },
    left,
    {
      ...{ verb: 'REQUEST_ASSIGNED_MANUAL', by: ada.id },
      actionObj: { ...taking, ...person(linus.id, linusName), assignmentType: 'manual_reassign' },
    },
    unassigned(linus, 'removed'),
    left,
    {
      ...{ verb: 'REQUEST_ASSIGNED_MANUAL', by: ada.id },
      actionObj: {
        ...{ ...taking, assigneeId: robby, assigneeName: 'Robby', assigneeType: 'bot' },
        assignmentType: 'manual_reassign_bot',
      },
    },
    {
      ...{ verb: 'REQUEST_ASSIGNED_MANUAL', by: ada.id },
      actionObj: {
        ...{ ...taking, assigneeId: done.department._id, assigneeName: 'Service', assigneeType: 'department' },
        ...{ assignmentType: 'manual_reassign_department', source: 'departments' },
      },
    },
    {
      ...{ verb: 'REQUEST_CLOSE', by: ada.id },
      actionObj: {
        ...{ ...cut, status: 1000, participants: [], closed_by: ada.id },
        department: { _id: done.department._id, name: 'Service' },
      },
    },
    { verb: 'REQUEST_REOPEN', by: ada.id },
    { verb: 'REQUEST_DELETE', by: ada.id },
  ];
  // Two of one moment may come in any order.
  const names = ({ verb, actionObj = {} }: { verb: string; actionObj?: Record<string, unknown> }) =>
    `${verb} ${actionObj.assignmentType} ${actionObj.reason}`;
  const byName = (one: Parameters<typeof names>[0], other: Parameters<typeof names>[0]) =>
    names(one).localeCompare(names(other));
  expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));

  expect(new Set(recorded.map(({ target }) => target.id))).toEqual(new Set([_id]));
  const [mention] = recorded.filter(({ verb }) => verb === 'MENTION');
  expect(mention?.related).toMatchObject({ role: 'mentioned', id: linus.id });
  for (const { related, actionObj } of recorded.filter((one) => one.related && one !== mention)) {
    const role = actionObj?.assignmentType === 'unassign' ? 'unassigned_user' : 'assignee';
    expect(related).toMatchObject({ role, id: actionObj?.assigneeId });
  }
  expect(recorded.filter(({ related }) => related)).toHaveLength(8);
  const closed = recorded.find(({ verb }) => verb === 'REQUEST_CLOSE');
  expect(closed?.message).toBe('Ada Example has closed the conversation');

  const merges = activities.filter(({ target }) => target.id === done.duplicate._id);
  expect(
    merges
      .flatMap(({ verb, actor, actionObj }) => (verb.endsWith('MERGE') ? [[verb, actor.id, actionObj]] : []))
      .toSorted(),
  ).toEqual([
    ['REQUEST_MERGE', ada.id, { into: { request_id, ticket_id } }],
    ['REQUEST_UNMERGE', ada.id, { into: { request_id, ticket_id } }],
  ]);
});
