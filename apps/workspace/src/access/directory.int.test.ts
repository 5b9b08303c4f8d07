import type { ServiceName } from '@parley/contracts';
import { teammateJoined } from '@parley/contracts';
import { importKeys, isSignedByUs } from '@parley/identity';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { watchQueries } from '@parley/testkit';

import { claimsOf, type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

async function staffedProject() {
  const { projectId, ada } = await team.project('Acme');
  return { projectId, ada, linus: await team.join(ada, 'Linus'), alan: await team.join(ada, 'Alan') };
}

const calling = (from: ServiceName) => ({
  ...{ address: team.addresses.grpc, to: 'workspace' as const, from },
  actorKey: new Uint8Array(Buffer.from(team.env.ACTOR_KEY ?? '', 'base64url')),
});

it('returns everything routing depends on', async () => {
  const { projectId, ada, linus, alan } = await staffedProject();
  await team.as(linus).updateOwnTeammate({ user_available: false, max_served_chat: 2 });
  await team.as(ada).patchProject({ 'settings.chat_limit_on': true, 'settings.max_agent_assigned_chat': 4 });
  const vera = await team.guest(projectId);

  const answer = await team.directory.getRoutingContext({ idProject: projectId, idDepartment: '' });

  expect(answer.department).toMatchObject({ name: 'Default Department', routing: 'assigned', isDefault: true });
  expect(
    answer.candidates.map(({ idUser, role, userAvailable, maxServedChat }) => [
      idUser,
      role,
      userAvailable,
      maxServedChat,
    ]),
  ).toEqual([
    [ada.id, 'owner', true, undefined],
    [linus.id, 'agent', false, 2],
    [alan.id, 'agent', true, undefined],
  ]);
  expect(answer.candidates.map(({ idProjectUser }) => idProjectUser)).toEqual(
    [ada, linus, alan].map(({ teammateId }) => teammateId).sort(),
  );
  expect(answer.settings).toMatchObject({ chatLimitOn: true, maxAgentAssignedChat: 4, reassignmentOn: false });
  expect(answer).toMatchObject({ open: true, groups: [] });
  expect(JSON.stringify(answer)).not.toContain(vera.actor.id);
});

it('returns the living groups of a department, with members of the enabled ones', async () => {
  const { projectId, linus } = await staffedProject();
  const [enabled, disabled, trashed] = [newId(), newId(), newId()];
  for (const [id, isEnabled, isTrashed] of [
    [enabled, true, false],
    [disabled, false, false],
    [trashed, false, true],
  ]) {
    await team.db.query(
      `INSERT INTO groups (id_project, id, name, enabled, trashed, created_by, created_at, updated_at)
       VALUES ($1, $2, 'G', $3, $4, 'x', now(), now())`,
      [projectId, id, isEnabled, isTrashed],
    );
    await team.db.query('INSERT INTO group_members VALUES ($1, $2, $3)', [projectId, id, linus.id]);
  }
  await team.db.query(`UPDATE departments SET id_group = $2, groups = $3::jsonb WHERE id_project = $1`, [
    ...[projectId, enabled],
    JSON.stringify([disabled, trashed].map((id) => ({ _id: newId(), group_id: id, percentage: 0 }))),
  ]);

  const { groups, candidates } = await team.directory.getRoutingContext({ idProject: projectId, idDepartment: '' });

  expect(groups.map(({ id, enabled, memberIds }) => [id, enabled, memberIds])).toEqual([
    [enabled, true, [linus.id]],
    [disabled, false, []],
  ]);
  expect(candidates.find(({ idUser }) => idUser === linus.id)?.groupIds).toEqual([enabled, disabled]);
});

it('caches the routing context per directory version', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const { body: group } = await team.as(ada).createGroup({ name: 'Support', members: [linus.id] });
  const { body: departments } = await team.as(ada).listDepartments({});
  const department_id = departments[0]?._id ?? '';
  const ask = async () => {
    const { version: _version, ...response } = await team.directory.getRoutingContext({
      ...{ idProject: projectId, idDepartment: '' },
    });
    return JSON.stringify(response);
  };
  const stateAfter: string[] = [];
  for (const change of [
    () => team.as(linus).updateOwnTeammate({ user_available: false }),
    () => team.as(ada).updateTeammate({ project_user_id: linus.teammateId, max_served_chat: 3 }),
    () => team.as(ada).updateDepartment({ department_id, id_group: group._id }),
    () => team.as(ada).updateGroup({ group_id: group._id, members: [ada.id] }),
    () => team.as(ada).patchProject({ 'settings.chat_limit_on': true }),
    () => team.as(ada).updateProject({ activeOperatingHours: true, operatingHours: { tzname: 'UTC' } }),
    () => team.as(ada).removeTeammate({ project_user_id: linus.teammateId }),
  ]) {
    expect((await change()).status).toBe(200);
    stateAfter.push(await ask());

    const statements: string[] = [];
    // The relay marks what it has published, leases are renewed, and presences expire in their own time.
    const end = watchQueries(({ text }) => /outbox|lease|presences|event_cursor/.test(text) || statements.push(text));
    expect(await ask()).toBe(stateAfter.at(-1));
    end();
    expect(statements).toEqual([expect.stringContaining('roster_version')]);
  }
  expect(new Set(stateAfter).size).toBe(stateAfter.length);
});

it('raises its version with every change of the team and the settings', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const version = async () => (await team.directory.getProject({ idProject: projectId })).version;
  const versions = [await version()];

  await team.as(linus).updateOwnTeammate({ user_available: false });
  versions.push(await version());
  await team.as(ada).patchProject({ 'settings.chat_limit_on': true });
  versions.push(await version());
  await team.as(ada).createDepartment({ name: 'x' });
  versions.push(await version());
  await team.as(ada).removeTeammate({ project_user_id: linus.teammateId });
  versions.push(await version());
  await team.join(ada, 'Barbara');
  versions.push(await version());

  expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
  expect(versions).toHaveLength(6);
});

it('reads the membership of a person or a visitor, with the directory version, in one statement', async () => {
  const { projectId, ada } = await staffedProject();
  const guest = await team.guest(projectId);
  const { version } = await team.directory.getProject({ idProject: projectId });

  const statements: string[] = [];
  // Jobs of services in this process run by their own time.
  const end = watchQueries(({ text }) => /\b(?:projects|teammates|users)\b/.test(text) && statements.push(text));
  const of = (kind: string, id: string) => team.identity.getMembership({ idProject: projectId, kind, id });
  expect(await of('user', ada.id)).toMatchObject({ found: true, membership: { role: 'owner' }, version });
  expect(await of('guest', guest.actor.id)).toMatchObject({ found: true, membership: { role: 'guest' }, version });
  expect(await of('user', newId())).toMatchObject({ found: false, version });
  expect(await of('bot', ada.id)).toMatchObject({ found: false });
  end();
  expect(statements).toHaveLength(3);
});

it('resolves people and visitors by any of their ids, and lists unknown ids', async () => {
  const { projectId, linus } = await staffedProject();
  const vera = await team.guest(projectId, { firstname: 'Vera', lastname: 'Rubin', email: 'vera@x.io' });
  const stranger = (await team.project()).ada;

  const { members, missing } = await team.directory.resolveMembers({
    ...{ idProject: projectId, ids: [linus.id, linus.teammateId ?? '', vera.actor.id, stranger.id, 'x'] },
  });

  expect(
    members.map(({ kind, id, role, status, fullName, email }) => [kind, id, role, status, fullName, email]),
  ).toEqual(
    expect.arrayContaining([
      ['teammate', linus.id, 'agent', 'active', 'Linus Byron', linus.email],
      ['visitor', vera.actor.id, 'guest', 'active', 'Vera Rubin', 'vera@x.io'],
    ]),
  );
  expect(members).toHaveLength(2);
  expect(missing).toEqual([stranger.id, 'x']);
  await expect(
    team.directory.resolveMembers({ idProject: projectId, ids: Array.from({ length: 201 }, () => newId()) }),
  ).rejects.toMatchObject({ code: 'validation_failed' });
});

it('finds the active teammate of an address, and no one of another project', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const { projectId: elsewhere } = await staffedProject();
  const channels = client(DirectoryServiceService, calling('channels'));
  const find = async (idProject: string, email = '') => (await channels.findTeammate({ idProject, email })).idUser;
  expect(await find(projectId, linus.email)).toBe(linus.id);
  expect(await find(elsewhere, linus.email)).toBe('');
  expect(await find(projectId, 'no-one@x.io')).toBe('');

  const disabled = { project_user_id: linus.teammateId ?? '', status: 'disabled' };
  expect((await team.as(ada).updateTeammate(disabled)).status).toBe(200);
  expect(await find(projectId, linus.email)).toBe('');
  channels.close();
});

it('creates an end user once and returns the same one afterwards, unchanged', async () => {
  const { projectId, ada } = await staffedProject();
  const request = { idProject: projectId, uuidUser: 'lead-1', role: 'user', firstname: 'Vera', email: 'vera@x.io' };

  const answers = await Promise.all(Array.from({ length: 10 }, () => team.directory.ensureEndUser(request)));
  const again = await team.directory.ensureEndUser({ ...request, role: 'guest', firstname: 'Other' });

  expect(answers.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set([...answers, again].map(({ member }) => member?.idProjectUser)).size).toBe(1);
  expect(again).toMatchObject({ created: false, member: { role: 'user', fullName: 'Vera' } });
  const joined = (await team.outbox(teammateJoined, projectId)).filter(
    ({ data }) => data.teammate.uuid_user === 'lead-1',
  );
  expect(joined.map(({ data }) => data.origin)).toEqual(['created']);

  const old = { idProject: projectId, uuidUser: 'lead-2', role: 'guest', sinceMs: Date.parse('2025-03-01T10:00:00Z') };
  const stored = (await team.directory.ensureEndUser(old)).member?.idProjectUser ?? '';
  expect((await team.as(ada).getTeammate({ project_user_id: stored })).body.createdAt).toBe('2025-03-01T10:00:00.000Z');
  const early = await team.directory.ensureEndUser({ ...old, uuidUser: 'lead-3', sinceMs: Date.now() + 86_400_000 });
  const { body: now } = await team.as(ada).getTeammate({ project_user_id: early.member?.idProjectUser ?? '' });
  expect(Date.parse(now.createdAt)).toBeLessThanOrEqual(Date.now());

  const fresh = await team.directory.ensureEndUser({ idProject: projectId, uuidUser: '', role: 'guest' });
  expect(fresh).toMatchObject({ created: true, member: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } });
  for (const faulty of [{ role: 'agent' }, { uuidUser: ada.id }]) {
    await expect(team.directory.ensureEndUser({ ...request, ...faulty })).rejects.toMatchObject({ kind: 'invalid' });
  }
});

it('creates an end user under the id of a user of another project, until that user joins', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const { ada: stranger } = await team.project();
  const ensure = (uuidUser: string) =>
    team.directory.ensureEndUser({ idProject: projectId, uuidUser, role: 'guest', firstname: 'Vera' });
  const answerOf = async (uuidUser: string) => {
    const { member, ...answer } = await ensure(uuidUser);
    const { id, idProjectUser, recordJson, ...rest } = member ?? {};
    const { _id, id: recordId, uuid_user, createdBy, createdAt, updatedAt, ...record } = JSON.parse(recordJson ?? '');
    expect([id, uuid_user, recordId, _id]).toEqual([uuidUser, uuidUser, idProjectUser, idProjectUser]);
    return { ...answer, ...rest, record };
  };
  expect(await answerOf(stranger.id)).toEqual(await answerOf(newId()));

  const { status } = await team.as(ada).inviteTeammate({ email: stranger.email ?? '', role: 'agent' });
  expect(status).toBe(200);
  const { members } = await team.directory.resolveMembers({ idProject: projectId, ids: [stranger.id] });
  const standing = members.map(({ kind, status: state, trashed }) => [kind, state, trashed]);
  expect(standing.toSorted()).toEqual([
    ['teammate', 'active', false],
    ['visitor', 'disabled', true],
  ]);
  await team.as(ada).removeTeammate({ project_user_id: linus.teammateId ?? '' });
  for (const id of [stranger.id, linus.id]) await expect(ensure(id)).rejects.toMatchObject({ kind: 'invalid' });
});

it('answers NOT_FOUND for projects and departments that are not there', async () => {
  const { projectId } = await staffedProject();
  const other = await team.project();
  const theirs = await team.as(other.ada).createDepartment({ name: 'theirs' });

  for (const idProject of [newId(), 'x']) {
    await expect(team.directory.getProject({ idProject })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(team.directory.getRoutingContext({ idProject, idDepartment: '' })).rejects.toMatchObject({
      code: 'project_not_found',
    });
  }
  await expect(
    team.directory.getRoutingContext({ idProject: projectId, idDepartment: theirs.body._id }),
  ).rejects.toMatchObject({ code: 'department_not_found' });
});

it('returns a department by id or name, or the default one in place of a deleted one', async () => {
  const { projectId, ada } = await staffedProject();
  const bots = client(DirectoryServiceService, calling('bots'));

  const gone = { idProject: projectId, idDepartment: newId() };
  expect(await bots.getDepartment({ ...gone, orDefault: true })).toMatchObject({ wasDefault: true });
  await expect(bots.getDepartment({ ...gone, orDefault: false })).rejects.toMatchObject({ kind: 'not_found' });

  const { body: sales } = await team.as(ada).createDepartment({ name: 'Sales 50%' });
  const named = { idProject: projectId, idDepartment: '', orDefault: false };
  expect(await bots.getDepartment({ ...named, name: 'sALES 50%' })).toMatchObject({ department: { id: sales._id } });
  for (const name of ['Sales', 'Sales 50_', '%']) {
    await expect(bots.getDepartment({ ...named, name })).rejects.toMatchObject({ kind: 'not_found' });
  }
  bots.close();
});

it('hides the mail server’s settings from other services', async () => {
  const { projectId, ada } = await staffedProject();
  await team
    .as(ada)
    .patchProject({ settings: { email: { config: { pass: 'hidden-password' } }, chat_limit_on: true } });

  const { settingsJson } = await team.directory.getProject({ idProject: projectId });

  expect(JSON.parse(settingsJson)).toEqual({ chat_limit_on: true });
});

it('lets each service call its own methods only', async () => {
  const { projectId } = await staffedProject();
  const conversations = client(IdentityServiceService, calling('conversations'));
  const gateway = client(DirectoryServiceService, calling('gateway'));

  for (const refused of [
    conversations.getVerificationKey({ idProject: projectId }),
    conversations.checkToken({ jti: 'x', sub: 'user', id: 'x' }),
    gateway.ensureEndUser({ idProject: projectId, uuidUser: '', role: 'guest' }),
  ]) {
    await expect(refused).rejects.toThrow('PERMISSION_DENIED');
  }
  expect(await conversations.getMembership({ idProject: projectId, kind: 'user', id: 'x' })).toMatchObject({
    found: false,
  });
  conversations.close();
  gateway.close();
});

it('signs for webhooks tokens of subscriptions and for contacts receipts, and for neither the other’s', async () => {
  const webhooks = client(IdentityServiceService, calling('webhooks'));
  const contacts = client(IdentityServiceService, calling('contacts'));
  const claims = {
    _id: newId(),
    id_project: newId(),
    jti: crypto.randomUUID(),
    exp: Math.floor(Date.now() / 1000) + 900,
  };
  const claimsJson = JSON.stringify({ ...claims, sub: 'user', aud: 'x', iss: 'x' });

  const other = JSON.stringify({ ...claims, jti: crypto.randomUUID() });
  const { tokens } = await webhooks.signToken({ purpose: 'subscription', claimsJson: [claimsJson, other] });

  const [token = '', second = ''] = tokens;
  expect(tokens).toHaveLength(2);
  expect(claimsOf(second).jti).toBe(JSON.parse(other).jti);
  expect(claimsOf(token)).toEqual({
    ...{ ...claims, iat: expect.any(Number), iss: 'https://parley.example', sub: 'subscription' },
    aud: `https://parley.example/subscriptions/${claims._id}`,
  });
  const { keys } = await team.identity.getPublicKeys({});
  const [key] = (await importKeys(keys)).values();
  expect(key && (await isSignedByUs(token, key.key))).toBe(true);
  const { tokens: receipts } = await contacts.signToken({ purpose: 'receipt', claimsJson: ['{"a":1}'] });
  expect(receipts.map(claimsOf)).toMatchObject([{ a: 1 }]);
  for (const refused of [
    contacts.signToken({ purpose: 'subscription', claimsJson: [claimsJson] }),
    webhooks.signToken({ purpose: 'receipt', claimsJson: ['{}'] }),
    webhooks.signToken({ purpose: 'user', claimsJson: [claimsJson] }),
    webhooks.signToken({ purpose: 'subscription', claimsJson: [claimsJson, '{}'] }),
    webhooks.signToken({ purpose: 'subscription', claimsJson: ['x'] }),
    webhooks.signToken({ purpose: 'subscription', claimsJson: Array<string>(101).fill(claimsJson) }),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
  }
  webhooks.close();
  contacts.close();
});

it('returns a project’s access rules to the gateway, and none for a deleted project', async () => {
  const { projectId } = await staffedProject();
  await team.db.query(
    `UPDATE projects SET ip_filter_enabled = true, ip_filter = '{10.0.0.0/8}', ip_filter_deny = '{10.1.0.0/16}'
     WHERE id_project = $1`,
    [projectId],
  );
  await team.db.query(
    `INSERT INTO project_bans (id_project, id, principal_id, ip, created_by, created_at)
     VALUES ($1, $2, 'mallory', '203.0.113.7', 'x', now())`,
    [projectId, newId()],
  );

  expect(await team.identity.getProjectAccess({ idProject: projectId })).toMatchObject({
    ...{ live: true, bannedIds: ['mallory'], bannedAddresses: ['203.0.113.7'] },
    ...{ allowedAddresses: ['10.0.0.0/8'], deniedAddresses: [] },
  });
  await team.db.query('UPDATE projects SET status = 0 WHERE id_project = $1', [projectId]);
  expect(await team.identity.getProjectAccess({ idProject: projectId })).toMatchObject({ live: false, bannedIds: [] });
});
