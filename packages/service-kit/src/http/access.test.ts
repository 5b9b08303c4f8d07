import * as contracts from '@parley/contracts';
import {
  type Actor,
  type AnyEndpoint,
  type CustomRights,
  endpointsOf,
  kindsOf,
  rightNames,
  rightsOf,
} from '@parley/contracts';

import { admit } from './access.ts';

const projectId = '64b000000000000000000001';
const ofTeam = endpointsOf(contracts).filter(({ path, role }) => path.includes('/:id_project') && role !== 'public');

/** `passed`, or the right that the service itself finds missing. */
function answerOf(endpoint: AnyEndpoint, role: CustomRights, facts: Partial<Actor> = {}): string {
  const rights = rightsOf(role);
  try {
    admit(endpoint, { kind: 'user', id: 'u', projectId, role: role.base, rights, ...facts }, projectId);
    return 'passed';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

it.each(rightNames)(
  'a service refuses by itself who lacks %s, and by it admits those who have nothing else',
  (right) => {
    const without = { base: 'admin', rights: { [right]: false }, visibility: 'all' } as const;
    const alone = { base: 'agent', rights: Object.fromEntries(rightNames.map((one) => [one, one === right])) } as const;
    const granted: CustomRights = { ...alone, visibility: 'all' };
    const has = new Set<string>(rightsOf(granted));
    const wrong = ofTeam.filter((endpoint) => {
      if (endpoint.right === 'none') return false;
      const isMissing = answerOf(endpoint, without) === 'right_missing';
      const isAdmitted = answerOf(endpoint, granted) === 'passed';
      const isOfOwners = contracts.rights[endpoint.right] === 'owner';
      return isMissing !== (endpoint.right === right || isOfOwners) || isAdmitted !== has.has(endpoint.right);
    });
    expect(wrong.map(({ operation }) => operation)).toEqual([]);
  },
);

const isOfVisitors = ({ role }: AnyEndpoint): boolean => role === 'guest' || role === 'user';

it('a right gives a visitor nothing, nor a caller of a kind that is kept out', () => {
  const every: CustomRights = { base: 'agent', rights: {}, visibility: 'all' };
  for (const endpoint of ofTeam) {
    const asGuest = answerOf(endpoint, every, { kind: 'guest', role: 'guest' });
    expect([endpoint.operation, asGuest]).toEqual([
      endpoint.operation,
      isOfVisitors(endpoint) ? 'passed' : expect.stringMatching(/^(role_too_low|users_only)$/),
    ]);
    if (kindsOf(endpoint).includes('token')) continue;
    const asToken = answerOf(endpoint, every, { kind: 'token' });
    expect(['users_only', 'role_too_low', 'right_missing']).toContain(asToken);
  }
});
