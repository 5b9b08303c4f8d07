import type { Actor, ScimGroupView, ScimUserView } from '@parley/contracts';
import { changedTables, DnsStandIn, storedRows } from '@parley/testkit';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

let dns: DnsStandIn;
let team: TeamHarness;
let own: Awaited<ReturnType<typeof company>>;
let foreign: Awaited<ReturnType<typeof company>>;
beforeAll(async () => {
  dns = await DnsStandIn.start();
  team = await startTeamHarness({ SIGN_IN_DNS: dns.address });
  [own, foreign] = [await company('own.example'), await company('foreign.example')];
});
afterAll(async () => {
  await team?.stop();
  dns?.stop();
});

/** Answers are of the type of SCIM, which the typed client hands on as text. */
const read = <View>(body: unknown) => (typeof body === 'string' ? JSON.parse(body) : body) as View;

/** A project with a person, a group and the machine token of its provider. */
async function company(domain: string) {
  const { projectId, ada } = await team.project();
  const added = await team.as(ada).addSignInDomain({ domain });
  dns.set('TXT', domain, added.body.record);
  expect((await team.as(ada).verifySignInDomain({ domain })).status).toBe(200);
  const created = await team.as(ada).createApiToken({ name: 'Entra', role: 'admin', expires_in: 3_600 });
  const token: Actor = { kind: 'token', id: ada.id, jti: created.body._id, name: 'Entra', projectId, role: 'admin' };
  const scim = team.as(token);
  const user = read<ScimUserView>((await scim.createScimUser({ userName: `vera@${domain}`, externalId: 'e-1' })).body);
  const group = read<ScimGroupView>((await scim.createScimGroup({ displayName: 'Night', externalId: 'g-1' })).body);
  return { projectId, ada, domain, scim, user, group };
}

const stored = () => storedRows(team.db, { projectId: foreign.projectId, ids: [foreign.projectId, foreign.user.id] });

const filters = [
  ...['id eq "\\u0000"', 'userName eq "vera@own.example\\u0000"'],
  ...[
    `userName eq "x" or 1 eq 1`,
    `userName eq "x" or userName pr`,
    `userName ne ""`,
    `userName pr`,
    `not (userName eq "x")`,
  ],
  ...[`userName sw ""`, `userName co "@"`, `userName gt ""`, `(userName eq "vera@own.example")`, `password eq "x"`],
  ...[
    `userName eq vera@own.example`,
    `userName eq 'vera@own.example'`,
    `userName eq "a" and id eq "b"`,
    `eq`,
    `" eq "`,
  ],
  ...[`userName eq "\\"`, `userName eq "\\u00"`, `id_project eq "x"`, `__proto__ eq "x"`, `constructor.name eq "x"`],
  ...[
    `emails[type eq "work" or 1 eq 1].value eq "x"`,
    `userName eq null`,
    `userName eq true`,
    `userName eq {}`,
    `urn:x:userName eq "x"`,
  ],
  ...[
    `userName eq "x"; DROP TABLE users`,
    `userName eq "x" --`,
    `userName[`,
    `[]`,
    `${'('.repeat(200)}`,
    `${'a.'.repeat(200)} eq "x"`,
  ],
];

it.each(filters)('refuses the filter %j, of users and of groups', async (filter) => {
  for (const answer of [await own.scim.listScimUsers({ filter }), await own.scim.listScimGroups({ filter })])
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'scim_filter_invalid' }]);
});

const values = [
  ...[`' or '1'='1`, `x' union select * from users --`, `%`, `_`, `vera@%`, `*`, `.*`],
  ...[`\\u202evera@own.example`, `{"$gt":""}`, 'vera@foreign.example', 'e-1/../e-2'],
];

it.each(values)('finds nobody by the value %j, which it compares as it is', async (value) => {
  for (const attribute of ['userName', 'externalId', 'id', 'emails.value']) {
    const { status, body } = await own.scim.listScimUsers({
      filter: `${attribute} eq "${value.replaceAll('"', '\\"')}"`,
    });
    expect([attribute, status]).toEqual([attribute, 200]);
    expect(read<{ totalResults: number }>(body).totalResults).toBe(0);
  }
});

it('reads a filter of any length at once', async () => {
  for (const filter of [
    `userName eq "${'\\\\'.repeat(220)}"`,
    `${' '.repeat(490)}eq`,
    `${'a '.repeat(240)}`,
    `id${' '.repeat(470)}eq "x"`,
  ]) {
    const { status } = await own.scim.listScimUsers({ filter });
    expect([200, 400]).toContain(status);
  }
  expect((await own.scim.listScimUsers({ filter: 'x'.repeat(501) })).status).toBe(422);
});

it('changes and shows nothing of another project, whatever its ids are put into', async () => {
  const before = await stored();
  const { user, group } = foreign;
  const suspend = [{ op: 'replace', path: 'active', value: false }];
  const join = [{ op: 'add', path: 'members', value: [{ value: user.id }] }];
  const answers = [
    await own.scim.getScimUser({ scim_user_id: user.id }),
    await own.scim.patchScimUser({ scim_user_id: user.id, Operations: suspend }),
    await own.scim.replaceScimUser({ scim_user_id: user.id, userName: user.userName, active: false }),
    await own.scim.deleteScimUser({ scim_user_id: user.id }),
    await own.scim.getScimGroup({ scim_group_id: group.id }),
    await own.scim.replaceScimGroup({ scim_group_id: group.id, displayName: 'Taken' }),
    await own.scim.patchScimGroup({ scim_group_id: group.id, Operations: join }),
    await own.scim.deleteScimGroup({ scim_group_id: group.id }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
  const refused = [
    await own.scim.patchScimGroup({ scim_group_id: own.group.id, Operations: join }),
    await own.scim.createScimGroup({ displayName: 'Mixed', members: [{ value: user.id }] }),
    await own.scim.replaceScimGroup({
      scim_group_id: own.group.id,
      displayName: 'Night',
      members: [{ value: user.id }],
    }),
    await own.scim.createScimUser({ userName: user.userName }),
    await own.scim.createScimUser({ userName: `vera@${foreign.domain.toUpperCase()}` }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 422, 422]);
  for (const filter of [`id eq "${user.id}"`, `userName eq "${user.userName}"`, 'externalId eq "e-1"']) {
    const page = read<{ Resources: ScimUserView[] }>((await own.scim.listScimUsers({ filter })).body);
    expect(page.Resources.filter(({ userName }) => userName !== own.user.userName)).toEqual([]);
  }
  expect(changedTables(before, await stored())).toEqual([]);
});

it.each<[string, object[]]>([
  ['the role', [{ op: 'replace', path: 'roles', value: [{ value: 'owner' }] }]],
  [
    'an inner field',
    [{ op: 'replace', value: { role: 'owner', id_project: 'x', id_user: 'y', rights: ['project.delete'] } }],
  ],
  ['the prototype', [{ op: 'add', value: JSON.parse('{"__proto__":{"role":"owner"},"constructor":{"x":1}}') }]],
  ['the id', [{ op: 'replace', path: 'id', value: '000000000000000000000001' }]],
  ['the password', [{ op: 'replace', path: 'password', value: 'a new password' }]],
  ['the groups', [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }]],
])('does not let a provider write %s of a person', async (_name, Operations) => {
  const teammate = async () => (await team.as(own.ada).getTeammate({ project_user_id: own.user.id })).body;
  const before = await teammate();
  const answer = await own.scim.patchScimUser({ scim_user_id: own.user.id, Operations: Operations as never });
  expect([200, 400]).toContain(answer.status);
  const after = await teammate();
  expect({ ...after, updatedAt: before.updatedAt }).toEqual({ ...before, updatedAt: before.updatedAt });
});

it.each<[string, () => Promise<{ status: number; body: { code?: string } }>, number]>([
  [
    'more than 100 operations',
    () =>
      own.scim.patchScimUser({
        scim_user_id: own.user.id,
        Operations: Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: true })),
      }),
    422,
  ],
  [
    'more than 1,000 members',
    () =>
      own.scim.createScimGroup({
        displayName: 'Many',
        members: Array.from({ length: 1_001 }, () => ({ value: own.user.id })),
      }),
    422,
  ],
  [
    'an operation that there is not',
    () =>
      own.scim.patchScimUser({ scim_user_id: own.user.id, Operations: [{ op: 'move', path: 'active', value: true }] }),
    400,
  ],
  [
    'a value of another kind',
    () =>
      own.scim.patchScimUser({
        scim_user_id: own.user.id,
        Operations: [{ op: 'replace', path: 'active', value: { a: 1 } }],
      }),
    400,
  ],
  [
    'a value with NUL',
    () =>
      own.scim.patchScimUser({
        scim_user_id: own.user.id,
        Operations: [{ op: 'replace', path: 'externalId', value: 'a\u0000' }],
      }),
    422,
  ],
  [
    'a member with NUL',
    () =>
      own.scim.patchScimGroup({
        scim_group_id: own.group.id,
        Operations: [{ op: 'add', path: 'members', value: [{ value: 'a\u0000' }] }],
      }),
    422,
  ],
  ['an address with a line break', () => own.scim.createScimUser({ userName: `a\r\nbcc: b@own.example` }), 400],
  ['an address with letters that look alike', () => own.scim.createScimUser({ userName: 'vеra@own.example' }), 400],
  ['an address of a part of the domain', () => own.scim.createScimUser({ userName: 'x@sub.own.example' }), 422],
  ['an address of two domains', () => own.scim.createScimUser({ userName: 'x@evil.example@own.example' }), 400],
])('refuses %s', async (_name, send, status) => {
  expect((await send()).status).toBe(status);
});

it('gives an owner neither another standing nor an end', async () => {
  const id = own.ada.teammateId ?? '';
  const answers = [
    await own.scim.patchScimUser({ scim_user_id: id, Operations: [{ op: 'replace', path: 'active', value: false }] }),
    await own.scim.replaceScimUser({ scim_user_id: id, userName: own.ada.email ?? '', active: false }),
    await own.scim.deleteScimUser({ scim_user_id: id }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('owner_required'));
});

it('pages through many without showing one twice, whatever the counts', async () => {
  for (const [startIndex, count] of [
    [-5, 10],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 10_000],
    [2 ** 31 - 1, 200],
  ] as const) {
    const { status, body } = await own.scim.listScimUsers({ startIndex, count });
    expect([200, 422]).toContain(status);
    if (status === 200) expect(read<{ Resources: unknown[] }>(body).Resources.length).toBeLessThanOrEqual(200);
  }
});
