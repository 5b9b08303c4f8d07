import { addressList } from '@parley/service-kit/security';

import { createIdentities } from './identities.ts';
import type { IdentitySource, Membership, Principal, ProjectRules } from './source.ts';

const [projectA, projectB] = ['64b000000000000000000001', '64b000000000000000000002'];
const address = '203.0.113.7';

const ada: Principal = { kind: 'user', id: '65a000000000000000000001', jti: 'j-1', name: 'Ada' };
const vera: Principal = { kind: 'guest', id: '0b5f3a3e-8f37-4c38-9d0a-5f3f6a1e9f10', projectId: projectA };
const emil: Principal = { kind: 'external', id: 'customer-7', projectId: projectA };
const robo: Principal = { kind: 'bot', id: '64b0000000000000000000b0', projectId: projectA };

const open: ProjectRules = {
  live: true,
  bannedIds: [],
  bannedAddresses: [],
  allowedAddresses: [],
  deniedAddresses: [],
};

function setup() {
  const rules = new Map([
    [projectA, open],
    [projectB, open],
  ]);
  const members = new Map<string, Membership>();
  const unasked = () => Promise.reject(new Error('not part of admission'));
  const source: IdentitySource = {
    authenticateBasic: unasked,
    getPublicKeys: unasked,
    getProjectSecret: unasked,
    checkToken: unasked,
    checkApiToken: unasked,
    isReservedId: unasked,
    getMembership: async (projectId, { id }) => members.get(`${projectId} ${id}`),
    getProjectRules: async (projectId) => rules.get(projectId) ?? { ...open, live: false },
  };
  const identities = createIdentities({ source, publicUrl: 'https://parley.example', cacheMs: 5_000 });
  const join = (principal: Principal, member: Partial<Membership> = {}, projectId = projectA) =>
    members.set(`${projectId} ${principal.id}`, { teammateId: 't-1', role: 'agent', status: 'active', ...member });
  const access = (principal: Principal | undefined, projectId = projectA, from = address) =>
    identities.admission.checkAccess(principal && { principal }, projectId, from);
  const standing = (principal: Principal, projectId = projectA) =>
    identities.admission.standingOf({ principal }, projectId);
  return { rules, members, identities, join, access, standing };
}

const code = (word: string) => expect.objectContaining({ code: word });

it.each([vera, emil, robo])('refuses a bound principal of kind $kind on another project', async (principal) => {
  const { access } = setup();
  await expect(access(principal, projectB)).rejects.toEqual(code('not_a_member'));
  await expect(access(principal, 'no-such-project')).rejects.toEqual(code('not_a_member'));
  await expect(access(principal)).resolves.toBeUndefined();
});

describe('address rules', () => {
  it.each([
    ['no address on the list of denied', { deniedAddresses: ['203.0.113.0/24'] }, 'ip_not_allowed'],
    ['only those on the list of allowed', { allowedAddresses: ['198.51.100.1'] }, 'ip_not_allowed'],
    ['denied wins', { allowedAddresses: [address], deniedAddresses: [address] }, 'ip_not_allowed'],
    ['an allowed one', { allowedAddresses: ['203.0.113.0/24'] }, undefined],
    ['an IPv4-mapped spelling of it', { allowedAddresses: ['::ffff:203.0.113.7'] }, undefined],
  ])('%s', async (_, change, refusal) => {
    const { access, rules } = setup();
    rules.set(projectA, { ...open, ...change });
    for (const principal of [ada, vera, undefined]) {
      if (refusal) await expect(access(principal)).rejects.toEqual(code(refusal));
      else await expect(access(principal)).resolves.toBeUndefined();
    }
  });
});

describe('bans', () => {
  it('hold by id for every kind of credentials', async () => {
    const { access, rules } = setup();
    rules.set(projectA, { ...open, bannedIds: [vera.id, emil.id] });
    await expect(access(vera)).rejects.toEqual(code('banned'));
    await expect(access(emil)).rejects.toEqual(code('banned'));
    await expect(access(ada)).resolves.toBeUndefined();
  });

  it('hold by address for visitors and anonymous callers, and leave teammates at that address alone', async () => {
    const { access, rules } = setup();
    rules.set(projectA, { ...open, bannedAddresses: [address] });
    for (const principal of [vera, emil, undefined]) await expect(access(principal)).rejects.toEqual(code('banned'));
    await expect(access(ada)).resolves.toBeUndefined();
    await expect(access(robo)).resolves.toBeUndefined();
    await expect(access(vera, projectA, '198.51.100.1')).resolves.toBeUndefined();
  });
});

describe('standing', () => {
  it.each(['guest', 'user', 'agent', 'admin', 'owner'])('is the stored role %s', async (role) => {
    const { join, standing } = setup();
    join(ada, { role });
    expect(await standing(ada)).toEqual({
      actor: expect.objectContaining({
        kind: 'user',
        id: ada.id,
        projectId: projectA,
        role,
        teammateId: 't-1',
        jti: 'j-1',
      }),
    });
  });

  it.each(['Owner', 'superadmin', '', 'OWNER', '__proto__'])(
    'of a role stored as %j passes nothing, not even guest',
    async (role) => {
      const { join, standing } = setup();
      join(ada, { role });
      expect((await standing(ada)).refusal).toEqual(code('role_too_low'));
    },
  );

  it.each(['disabled', 'invited', ''])('of a membership that is %j is none', async (status) => {
    const { join, standing } = setup();
    join(ada, { status });
    expect(await standing(ada)).toEqual({ actor: { kind: 'none', id: '' }, refusal: code('not_a_member') });
  });

  it('is the same for a project of others and for one that does not exist', async () => {
    const { standing } = setup();
    const refusals = [
      await standing(ada, projectB),
      await standing(ada, 'ffffffffffffffffffffffff'),
      await standing(ada, 'x'),
    ];
    expect(refusals.map(({ refusal }) => refusal?.code)).toEqual(['not_a_member', 'not_a_member', 'not_a_member']);
  });

  it('of a guest whose membership was raised ends their token', async () => {
    const { join, standing } = setup();
    join(vera, { role: 'user' });
    expect((await standing(vera)).refusal).toEqual(code('unauthorized'));
  });

  it('of a bot is agent on its living project, without a membership', async () => {
    const { rules, standing, identities } = setup();
    expect(await standing(robo)).toEqual({ actor: expect.objectContaining({ kind: 'bot', role: 'agent' }) });

    rules.delete(projectA);
    identities.forgetProject(projectA);
    expect((await standing(robo)).refusal).toEqual(code('not_a_member'));
  });

  it('names the token of each call, though two tokens of one person share a membership', async () => {
    const { join, standing } = setup();
    join(ada);
    expect((await standing(ada)).actor.jti).toBe('j-1');
    expect((await standing({ ...ada, jti: 'j-2' })).actor.jti).toBe('j-2');
    expect((await standing(ada)).actor.jti).toBe('j-1');
  });

  it('is remembered, and dropped at once by an event of the teammate or the project', async () => {
    const { join, standing, identities } = setup();
    for (const [type, data] of [
      ['teammate.updated', { teammate: { id_user: ada.id } }],
      ['project.deleted', {}],
    ] as const) {
      join(ada, { role: 'admin' });
      identities.forgetAll();
      await standing(ada);
      join(ada, { role: 'agent' });
      expect((await standing(ada)).actor.role).toBe('admin');

      identities.forgetBy({ type, idproject: projectA, data } as never);
      expect((await standing(ada)).actor.role).toBe('agent');
    }
  });

  it('of a caller who was no member is asked for again: an invitation counts at once', async () => {
    const { join, standing } = setup();
    await standing(ada);
    join(ada);
    expect((await standing(ada)).actor.role).toBe('agent');
  });
});

describe('of a machine token', () => {
  const token = { kind: 'token', id: 'u-1', jti: 't-9', projectId: projectA, name: 'Export' } as const;

  it.each([
    ['agent', 'owner', 'agent'],
    ['admin', 'agent', 'agent'],
    ['owner', 'admin', 'admin'],
    ['owner', 'owner', 'owner'],
  ] as const)('made for %s by a person who is %s now has the role %s', async (role, stored, expected) => {
    const { join, standing } = setup();
    join(token, { role: stored, name: 'Ada', email: 'ada@parley.example' });
    const { actor, refusal } = await standing({ ...token, role });
    expect(refusal).toBeUndefined();
    expect(actor).toEqual({ ...token, role: expected, teammateId: 't-1' });
  });

  it.each(['disabled', 'removed'])('is refused while the person who made it is %s', async (status) => {
    const { join, standing } = setup();
    join(token, { status });
    expect((await standing({ ...token, role: 'agent' })).refusal).toMatchObject({ code: 'not_a_member' });
  });

  it('is refused from other addresses than its own, and on other projects', async () => {
    const { access } = setup();
    const bound = { ...token, addresses: addressList(['203.0.113.0/28', '2001:db8::/48']) };
    await access(bound);
    await access(bound, projectA, '2001:db8::9');
    await expect(access(bound, projectA, '203.0.113.99')).rejects.toMatchObject({ code: 'ip_not_allowed' });
    await expect(access(bound, projectB)).rejects.toMatchObject({ code: 'not_a_member' });
  });
});
