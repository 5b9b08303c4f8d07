import { type Actor, type ScimGroupView, type ScimUserView, teammateUpdated, tokenRevoked } from '@parley/contracts';
import { DnsStandIn } from '@parley/testkit';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

let dns: DnsStandIn;
let team: TeamHarness;
beforeAll(async () => {
  dns = await DnsStandIn.start();
  team = await startTeamHarness({ SIGN_IN_DNS: dns.address });
});
afterAll(async () => {
  await team?.stop();
  dns?.stop();
});

let made = 0;
/** A project that has proved a domain, and the machine token of its provider. */
async function company() {
  made += 1;
  const domain = `company${made}.example`;
  const { projectId, ada } = await team.project();
  const added = await team.as(ada).addSignInDomain({ domain });
  dns.set('TXT', domain, added.body.record);
  expect((await team.as(ada).verifySignInDomain({ domain })).status).toBe(200);
  const created = await team.as(ada).createApiToken({ name: 'Entra', role: 'admin', expires_in: 3_600 });
  const token: Actor = { kind: 'token', id: ada.id, jti: created.body._id, name: 'Entra', projectId, role: 'admin' };
  const make = async (name: string, more: object = {}) => {
    const { status, body } = await team.as(token).createScimUser({ userName: `${name}@${domain}`, ...more });
    expect([status, body.code]).toEqual([201, undefined]);
    return body as ScimUserView;
  };
  return { projectId, ada, domain, token, scim: team.as(token), make };
}

/** Answers are of the type of SCIM, which the typed client hands on as text. */
const read = <View>(body: unknown) => (typeof body === 'string' ? JSON.parse(body) : body) as View;
const statusOf = async (owner: Actor, id: string) =>
  (await team.as(owner).getTeammate({ project_user_id: id })).body.status;

it('tells what it can do', async () => {
  const { scim } = await company();
  expect(read(await scim.getScimConfig().then(({ body }) => body))).toMatchObject({ patch: { supported: true } });
  const kinds = read<{ Resources: { id: string }[] }>((await scim.listScimResourceTypes()).body);
  expect(kinds.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
  const { headers, body } = await scim.listScimSchemas();
  expect(headers['content-type']).toBe('application/scim+json; charset=utf-8');
  expect(read<{ totalResults: number }>(body).totalResults).toBe(2);
});

it('makes a person of a proved domain a teammate, once, and nobody of another domain', async () => {
  const { scim, domain, make, ada } = await company();
  const vera = await make('Vera', {
    externalId: 'e-1',
    name: { givenName: 'Vera', familyName: 'Rubin' },
    active: true,
  });
  expect(vera).toMatchObject({
    userName: `vera@${domain}`,
    externalId: 'e-1',
    active: true,
    displayName: 'Vera Rubin',
  });
  expect((await team.as(ada).getTeammate({ project_user_id: vera.id })).body).toMatchObject({ role: 'agent' });

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => scim.createScimUser({ userName: `many@${domain}`, externalId: 'e-2' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'scim_user_exists',
    scimType: 'uniqueness',
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  });

  for (const userName of ['x@elsewhere.example', `x@sub.${domain}`]) {
    const { status, body } = await scim.createScimUser({ userName });
    expect([status, body.code]).toEqual([422, 'domain_not_proved']);
  }
  for (const userName of ['no address', `vеra@${domain}`])
    expect((await scim.createScimUser({ userName })).body.code).toBe('scim_value_invalid');
});

it('takes an account away from whoever made it without proving its address', async () => {
  const { domain, make } = await company();
  const squatter = await team.person('Squatter', { email: `boss@${domain}`, emailVerified: false });
  await team.db.query("UPDATE users SET password_hash = 'known to the squatter' WHERE id = $1", [squatter.id]);
  await make('boss');
  const [row] = await team.db.query('SELECT password_hash, email_verified FROM users WHERE id = $1', [squatter.id]);
  expect(row).toEqual({ password_hash: null, email_verified: true });
});

describe('a suspended person', () => {
  it.each([
    [
      'Entra ID',
      [{ op: 'Replace', path: 'active', value: 'False' }],
      [{ op: 'Replace', path: 'active', value: 'True' }],
    ],
    ['Okta', [{ op: 'replace', value: { active: false } }], [{ op: 'replace', value: { active: true } }]],
    [
      'a full name of the attribute',
      [{ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false }],
      [{ op: 'add', path: 'active', value: true }],
    ],
  ])('is signed out and shut out at once, and may come back: %s', async (_, suspend, restore) => {
    const { scim, make, ada, token: provider } = await company();
    const { id } = await make('leaver');
    const user = (await team.as(ada).getTeammate({ project_user_id: id })).body.id_user as { _id: string };
    const { token } = await team.context.tokens.issue({
      ...{ kind: 'user', principalId: user._id, claims: {}, method: 'password' },
    });
    expect(await team.isLive(token)).toBe(true);
    expect(
      read(await scim.patchScimUser({ scim_user_id: id, Operations: suspend }).then(({ body }) => body)),
    ).toMatchObject({ active: false });
    expect([await statusOf(ada, id), await team.isLive(token)]).toEqual(['disabled', false]);
    expect((await team.outbox(tokenRevoked)).map(({ data }) => data.id_user)).toContain(user._id);
    const changes = (await team.outbox(teammateUpdated)).filter(({ data }) => data.teammate._id === id);
    expect(changes.at(-1)?.actor).toBe(`token:${provider.jti}`);

    const version = (await team.as(ada).getTeammate({ project_user_id: id })).body.__v;
    await scim.patchScimUser({ scim_user_id: id, Operations: suspend });
    expect((await team.as(ada).getTeammate({ project_user_id: id })).body.__v).toBe(version);
    await scim.patchScimUser({ scim_user_id: id, Operations: restore });
    expect(await statusOf(ada, id)).toBe('active');
  });

  it('is removed by DELETE, and comes back by POST', async () => {
    const { scim, make, domain } = await company();
    const { id } = await make('gone', { externalId: 'g' });
    expect((await scim.deleteScimUser({ scim_user_id: id })).status).toBe(200);
    expect((await scim.getScimUser({ scim_user_id: id })).body.code).toBe('scim_user_not_found');
    const back = await scim.createScimUser({ userName: `gone@${domain}`, externalId: 'g' });
    expect([back.status, read<ScimUserView>(back.body).id]).toEqual([201, id]);
  });

  it('is no owner: a token of an admin changes none, and the last one stays', async () => {
    const { scim, ada } = await company();
    const owner = ada.teammateId ?? '';
    const suspend = [{ op: 'replace', path: 'active', value: false }];
    expect((await scim.patchScimUser({ scim_user_id: owner, Operations: suspend })).body.code).toBe('owner_required');
    expect((await scim.deleteScimUser({ scim_user_id: owner })).body.code).toBe('owner_required');
  });
});

it('keeps what it is told of a person, and refuses another address', async () => {
  const { scim, make, domain } = await company();
  const { id } = await make('kay', { name: { givenName: 'Kay' } });
  const patched = await scim.patchScimUser({
    scim_user_id: id,
    Operations: [
      { op: 'Add', path: 'externalId', value: 'k-1' },
      { op: 'Replace', path: 'name.familyName', value: 'McNulty' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'ENIAC' },
      { op: 'Replace', value: { name: { givenName: 'Kathleen' }, title: 'Programmer' } },
    ],
  });
  expect(read(patched.body)).toMatchObject({ externalId: 'k-1', displayName: 'Kathleen McNulty' });
  const put = await scim.replaceScimUser({ scim_user_id: id, userName: `KAY@${domain}`, active: true });
  expect(put.status).toBe(200);
  const moved = await scim.replaceScimUser({ scim_user_id: id, userName: `else@${domain}` });
  expect([moved.status, moved.body]).toMatchObject([400, { code: 'scim_unchangeable', scimType: 'mutability' }]);
  const removed = await scim.patchScimUser({ scim_user_id: id, Operations: [{ op: 'remove', path: 'externalId' }] });
  expect(read(removed.body)).not.toHaveProperty('externalId');
});

it('finds people by what providers look them up by, and pages through them', async () => {
  const { scim, make, domain } = await company();
  const people = await Promise.all(['p1', 'p2', 'p3'].map((name) => make(name, { externalId: `x-${name}` })));
  const found = async (filter: string) =>
    read<{ Resources: ScimUserView[] }>((await scim.listScimUsers({ filter })).body).Resources.map(
      ({ userName }) => userName,
    );
  const second = people.find(({ userName }) => userName.startsWith('p2'));
  for (const filter of [
    `userName eq "P2@${domain}"`,
    'externalId eq "x-p2"',
    `id eq "${second?.id}"`,
    `emails[type eq "work"].value eq "p2@${domain}"`,
  ])
    expect([filter, await found(filter)]).toEqual([filter, [`p2@${domain}`]]);
  expect(await found('userName eq "nobody@x.io"')).toEqual([]);
  for (const filter of [
    'userName co "p"',
    'password eq "x"',
    'userName eq "a" or id eq "b"',
    'userName eq "a\\"',
    'id eq "\\u0000"',
  ])
    expect((await scim.listScimUsers({ filter })).body).toMatchObject({
      code: 'scim_filter_invalid',
      scimType: 'invalidFilter',
    });

  const seen: string[] = [];
  for (let startIndex = 1; ; startIndex += 2) {
    const page = read<{ totalResults: number; Resources: ScimUserView[] }>(
      (await scim.listScimUsers({ startIndex, count: 2 })).body,
    );
    expect(page.totalResults).toBe(4);
    if (page.Resources.length === 0) break;
    seen.push(...page.Resources.map(({ id }) => id));
  }
  expect(new Set(seen).size).toBe(4);
  expect(seen).toHaveLength(4);
  const most = read<{ itemsPerPage: number }>((await scim.listScimUsers({ count: 100_000 })).body);
  expect(most.itemsPerPage).toBe(4);
});

it('keeps groups and their members in the forms that providers send', async () => {
  const { scim, make, ada } = await company();
  const [one, two, three] = await Promise.all(['m1', 'm2', 'm3'].map((name) => make(name)));
  const created = await scim.createScimGroup({ displayName: 'Night', externalId: 'n', members: [{ value: one?.id }] });
  const group = read<ScimGroupView>(created.body);
  const { id } = group;
  const patch = async (...Operations: object[]) => {
    const { status, body } = await scim.patchScimGroup({ scim_group_id: id, Operations });
    expect([status, body.code]).toEqual([200, undefined]);
    return read<ScimGroupView>(body)
      .members?.map(({ value }) => value)
      .sort();
  };
  expect(await patch({ op: 'Add', path: 'members', value: [{ value: two?.id }, { value: three?.id }] })).toHaveLength(
    3,
  );
  expect(await patch({ op: 'Add', path: 'members', value: [{ value: two?.id }] })).toHaveLength(3);
  expect(await patch({ op: 'Remove', path: `members[value eq "${one?.id}"]` })).toEqual([two?.id, three?.id].sort());
  expect(await patch({ op: 'remove', path: 'members', value: [{ value: two?.id }] })).toEqual([three?.id]);
  expect(await patch({ op: 'replace', value: { displayName: 'Late', members: [{ value: one?.id }] } })).toEqual([
    one?.id,
  ]);
  expect((await team.as(ada).getGroup({ group_id: id })).body).toMatchObject({
    name: 'Late',
    members: expect.any(Array),
  });
  const list = read<{ Resources: ScimGroupView[] }>(
    (await scim.listScimGroups({ filter: 'displayName eq "late"', excludedAttributes: 'members' })).body,
  );
  expect(list.Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })]);
  expect(list.Resources[0]).toMatchObject({ id, externalId: 'n' });
  const wrong = await scim.patchScimGroup({
    scim_group_id: id,
    Operations: [{ op: 'add', path: 'members', value: [{ value: '000000000000000000000001' }] }],
  });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'scim_value_invalid']);
  expect(await patch({ op: 'remove', path: 'members' })).toEqual([]);
  expect((await scim.deleteScimGroup({ scim_group_id: id })).status).toBe(200);
  expect((await scim.getScimGroup({ scim_group_id: id })).body.code).toBe('group_not_found');
});

it('knows people and groups of its own project alone', async () => {
  const [one, two] = [await company(), await company()];
  const { id } = await one.make('own', { externalId: 'same' });
  await two.make('own', { externalId: 'same' });
  const group = read<ScimGroupView>((await one.scim.createScimGroup({ displayName: 'Own' })).body);
  const suspend = [{ op: 'replace', path: 'active', value: false }];
  const answers = await Promise.all([
    two.scim.getScimUser({ scim_user_id: id }),
    two.scim.patchScimUser({ scim_user_id: id, Operations: suspend }),
    two.scim.deleteScimUser({ scim_user_id: id }),
    two.scim.getScimGroup({ scim_group_id: group.id }),
    two.scim.deleteScimGroup({ scim_group_id: group.id }),
    two.scim.replaceScimGroup({ scim_group_id: group.id, displayName: 'Taken' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  const foreign = await two.scim.createScimGroup({ displayName: 'Mixed', members: [{ value: id }] });
  expect(foreign.body.code).toBe('scim_value_invalid');
  // Nor does a project that has not proved the domain make its people members.
  expect((await two.scim.createScimUser({ userName: `own@${one.domain}` })).body.code).toBe('domain_not_proved');
});
