import { type Right, type Role, rightNames, roles, visibilities } from '@parley/contracts';
import type {
  IdentityServiceService,
  Membership as MembershipMessage,
  Principal as PrincipalMessage,
} from '@parley/proto-gen/workspace/v1/identity';
import type { PromiseClient } from '@parley/service-kit/grpc';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';
import { addressList } from '@parley/service-kit/security';

import type { IdentitySource, Membership, Principal } from './source.ts';

/** Identities from the workspace service; not found becomes undefined. Source: contract 10 section 12. */
export function workspaceIdentity(workspace: PromiseClient<IdentityServiceService>): IdentitySource {
  return {
    async authenticateBasic(email, password, clientAddress) {
      const { principal } = await workspace.authenticateBasic({ email, password, clientAddress });
      return principalOf(principal);
    },
    async getPublicKeys() {
      const { keys } = await workspace.getPublicKeys({});
      return keys;
    },
    async getProjectSecret(projectId) {
      const answer = await undefinedIfNotFound(workspace.getVerificationKey({ idProject: projectId }));
      return answer?.algorithm === 'HS256' && answer.secret !== '' ? answer.secret : undefined;
    },
    async checkToken({ jti, sub, id, projectId, sid }) {
      const answer = await workspace.checkToken({ jti, sub, id, idProject: projectId, sid });
      const { live, principal, membership, reason } = answer;
      if (!live) return { live, reason };
      return {
        live,
        principal: { ...principalOf(principal), jti: principal?.jti ?? jti },
        membership: membershipOf(membership),
      };
    },
    async checkApiToken(secretHash, clientAddress) {
      const { live, reason, token } = await workspace.checkApiToken({
        secretHash: Buffer.from(secretHash),
        clientAddress,
      });
      if (!live || token === undefined) return { live: false, reason };
      const { id: jti, idUser: id, idProject: projectId, name, role, allowedAddresses, expiresAtMs } = token;
      const rights = token.rights.length === 0 ? undefined : rightsIn(token.rights);
      const addresses = allowedAddresses.length === 0 ? undefined : addressList(allowedAddresses);
      const principal = { kind: 'token', id, jti, projectId, name, role: roleOf(role), rights, addresses } as const;
      return { live, principal, expiresAt: expiresAtMs };
    },
    async isReservedId(projectId, externalId) {
      const { refused } = await workspace.checkExternal({ idProject: projectId, externalId });
      return refused;
    },
    async getMembership(projectId, { kind, id }) {
      const answer = await undefinedIfNotFound(workspace.getMembership({ idProject: projectId, kind, id }));
      return answer?.found ? membershipOf(answer.membership) : undefined;
    },
    getProjectRules: (projectId) => workspace.getProjectAccess({ idProject: projectId }),
  };
}

function roleOf(word: string): Role {
  const role = roles.find((known) => known === word);
  if (role === undefined) throw new TypeError('the workspace service named no role');
  return role;
}

/** Words that are no rights of this release grant nothing. */
function rightsIn(words: readonly string[]): Right[] {
  return rightNames.filter((right) => words.includes(right));
}

const kinds = new Set<string>(['user', 'provisioned', 'guest', 'external'] satisfies Principal['kind'][]);

function principalOf(message: PrincipalMessage | undefined): Principal {
  if (message === undefined || !kinds.has(message.kind) || message.id === '')
    throw new TypeError('the workspace service named no principal');
  return {
    kind: message.kind as Principal['kind'],
    id: message.id,
    projectId: message.idProject,
    name: message.displayName === '' ? undefined : message.displayName,
    email: message.email,
  };
}

function membershipOf(message: MembershipMessage | undefined): Membership | undefined {
  return (
    message && {
      teammateId: message.idProjectUser,
      role: message.role,
      status: message.status,
      name: message.fullName === '' ? undefined : message.fullName,
      email: message.email,
      ...(message.lacksSecondFactor && { lacksSecondFactor: true }),
      ...(message.customRole && {
        rights: rightsIn(message.customRole.rights),
        visibility: visibilities.find((known) => known === message.customRole?.visibility) ?? 'own',
      }),
    }
  );
}
