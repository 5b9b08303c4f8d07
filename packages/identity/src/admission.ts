import {
  type Actor,
  type AppError,
  commonErrors,
  factorErrors,
  hasRight,
  isMachine,
  isVisitor,
  lowerRole,
  type Role,
  rightNames,
  rightsOfRole,
  roleReaches,
  roles,
} from '@parley/contracts';
import { type AddressList, addressList } from '@parley/service-kit/security';

import type { Identity } from './credentials.ts';
import { type Fresh, FreshCache } from './fresh-cache.ts';
import type { BoundPrincipal, IdentitySource, Membership, Principal } from './source.ts';
import { accessTag, principalTag, projectTag } from './tags.ts';

/** An authenticated caller on a project: the actor that services will see, and why the caller is refused. */
export interface Standing {
  readonly actor: Actor;
  /** `not_a_member`, `role_too_low` for a role that is none of ours; absent for members in good standing. */
  readonly refusal?: AppError;
}

export interface AdmissionOptions {
  source: IdentitySource;
  /** `AUTH_CACHE_MS`, at most 5000. */
  cacheMs: number;
  /** Monotonic clock in ms; default `performance.now`. */
  clock?: () => number;
}

interface Rules {
  live: boolean;
  bannedIds: ReadonlySet<string>;
  banned: AddressList;
  allowed: AddressList;
  denied: AddressList;
}

const anonymous: Actor = { kind: 'none', id: '' };

const maxProjects = 10_000;
const maxMemberships = 50_000;

/** Steps 6 to 8 of contract 10 section 3: whose project, which addresses, which role. */
export class Admission {
  readonly #source: IdentitySource;
  readonly #rules: FreshCache<Rules>;
  readonly #memberships: FreshCache<Membership | undefined>;
  readonly #standings = new WeakMap<Fresh<unknown>, Standing>();

  constructor({ source, cacheMs: maxAgeMs, clock }: AdmissionOptions) {
    this.#source = source;
    this.#rules = new FreshCache({ max: maxProjects, maxAgeMs, clock });
    this.#memberships = new FreshCache({ max: maxMemberships, maxAgeMs, clock });
  }

  /**
   * Refuses a token bound to another project, an address that the project or the token does not admit, and banned callers.
   * @param identity undefined for a caller without credentials
   * @throws commonErrors.not_a_member, ip_not_allowed, banned, dependency_down
   */
  async checkAccess(identity: Identity | undefined, projectId: string, address: string): Promise<void> {
    const principal = identity?.principal;
    if (principal?.projectId !== undefined && principal.projectId !== projectId) throw commonErrors.not_a_member();
    if (principal?.addresses?.has(address) === false) throw commonErrors.ip_not_allowed();

    const known = this.#rules.peek(projectId);
    const rules = (known ?? (await this.#readRules(projectId))).value;
    if (rules.denied.size > 0 && rules.denied.has(address)) throw commonErrors.ip_not_allowed();
    if (rules.allowed.size > 0 && !rules.allowed.has(address)) throw commonErrors.ip_not_allowed();
    if (principal !== undefined && rules.bannedIds.has(principal.id)) throw commonErrors.banned();
    if (countsAsVisitor(principal) && rules.banned.size > 0 && rules.banned.has(address)) throw commonErrors.banned();
  }

  /** True when the cache knows everything about this caller on this project. */
  remembers({ principal }: Identity, projectId: string): boolean {
    if (this.#rules.peek(projectId) === undefined) return false;
    return isMachine(principal.kind) || this.#memberships.peek(memberKey(projectId, principal)) !== undefined;
  }

  /**
   * The caller's role on a project, by the stored membership alone.
   * @throws commonErrors.dependency_down
   */
  async standingOf(identity: Identity, projectId: string): Promise<Standing> {
    const { principal } = identity;
    if (isMachine(principal.kind)) return machineStanding(principal, projectId, await this.#isLive(projectId));

    const key = memberKey(projectId, principal);
    const entry = this.#memberships.peek(key) ?? (await this.#readMembership(key, projectId, principal));
    // One entry serves all tokens of a principal, the standing names the token: it belongs to both.
    const known = this.#standings.get(entry);
    if (known !== undefined && known.actor.jti === principal.jti) return known;

    const standing = memberStanding(principal, projectId, entry.value);
    this.#standings.set(entry, standing);
    return standing;
  }

  /**
   * Caches a membership that comes with another answer, as of the time when that was asked for.
   * @param answer undefined: not named there, and asked for
   */
  expectMembership(principal: BoundPrincipal, answer: () => Promise<Membership | undefined>): void {
    const { projectId } = principal;
    const ask = async () => (await answer()) ?? this.#source.getMembership(projectId, principal);
    // Who waits for the answer hears of its failure.
    this.#readMembership(memberKey(projectId, principal), projectId, principal, ask).catch(() => undefined);
  }

  /** Invalidates the cached answers with this tag. */
  forget(tag: string): void {
    this.#rules.forget(tag);
    this.#memberships.forget(tag);
  }

  forgetAll(): void {
    this.#rules.forgetAll();
    this.#memberships.forgetAll();
  }

  async #isLive(projectId: string): Promise<boolean> {
    return (this.#rules.peek(projectId) ?? (await this.#readRules(projectId))).value.live;
  }

  #readRules(projectId: string): Promise<Fresh<Rules>> {
    return this.#rules.read(projectId, {
      tags: [projectTag(projectId), accessTag(projectId)],
      ask: async () => {
        const { live, bannedIds, bannedAddresses, allowedAddresses, deniedAddresses } =
          await this.#source.getProjectRules(projectId);
        return {
          live,
          bannedIds: new Set(bannedIds),
          banned: addressList(bannedAddresses),
          allowed: addressList(allowedAddresses),
          denied: addressList(deniedAddresses),
        };
      },
      keep: ({ live }) => live,
    });
  }

  #readMembership(
    key: string,
    projectId: string,
    principal: Pick<Principal, 'kind' | 'id'>,
    ask = () => this.#source.getMembership(projectId, principal),
  ): Promise<Fresh<Membership | undefined>> {
    return this.#memberships.read(key, {
      tags: [projectTag(projectId), principalTag(principal.id)],
      ask,
      // No negative caching: a caller who was just invited must not be refused for five more seconds.
      keep: (membership) => membership !== undefined,
    });
  }
}

function memberKey(projectId: string, { kind, id }: Pick<Principal, 'kind' | 'id'>): string {
  return `${projectId} ${kind} ${id}`;
}

/** Guests, externals and anonymous callers: bans by address concern these alone. Contract 11 section 4. */
function countsAsVisitor(principal: Principal | undefined): boolean {
  return principal === undefined || isVisitor(principal.kind);
}

function machineStanding(principal: Principal, projectId: string, live: boolean): Standing {
  const actor = actorOf(principal, { projectId, role: 'agent' });
  return live ? { actor } : { actor: anonymous, refusal: commonErrors.not_a_member() };
}

function memberStanding(principal: Principal, projectId: string, membership: Membership | undefined): Standing {
  if (membership?.status !== 'active') return { actor: anonymous, refusal: commonErrors.not_a_member() };
  const { role, teammateId, name, email } = membership;
  const visibility = membership.visibility === 'all' ? undefined : membership.visibility;
  if (!isRole(role)) return { actor: anonymous, refusal: commonErrors.role_too_low() };
  // A guest whose role was raised has a new token; the old one is no proof of the new role.
  if (principal.kind === 'guest' && role !== 'guest')
    return { actor: anonymous, refusal: commonErrors.unauthorized({}, new Error('guest_was_raised')) };
  if (principal.kind === 'user' && membership.lacksSecondFactor)
    return { actor: anonymous, refusal: factorErrors.second_factor_missing() };
  // A machine token acts under its own name, and never beyond the person who made it.
  if (principal.kind === 'token')
    return {
      actor: actorOf(principal, { projectId, ...permissionsOf(principal, role, membership), visibility, teammateId }),
    };
  return {
    actor: actorOf(
      { ...principal, name: name ?? principal.name, email: email ?? principal.email },
      { projectId, role, rights: membership.rights, visibility, teammateId },
    ),
  };
}

/** What a machine token may do: what it was given, of what the person who made it may do now. */
function permissionsOf(
  { role: given = 'guest', rights: own }: Principal,
  stored: Role,
  { rights: ofMaker }: Membership,
): Pick<Actor, 'role' | 'rights'> {
  const role = lowerRole(stored, given) ?? 'guest';
  if (own === undefined && ofMaker === undefined) return { role };
  // With the whole role of its maker it has the whole custom role.
  const wanted = own ?? (role === stored ? rightNames : rightsOfRole(role));
  return { role, rights: wanted.filter((right) => hasRight({ role: stored, rights: ofMaker }, right)) };
}

function isRole(word: string): word is Role {
  return roleReaches(word, roles[0]);
}

/** The actor that services see for this principal, on a project (`place`) or outside any. */
export function actorOf(
  principal: Principal,
  place: Pick<Actor, 'projectId' | 'role' | 'rights' | 'visibility' | 'teammateId'> = {},
): Actor {
  const { kind, id, jti, name, email, requestId, event, depth } = principal;
  return { kind, id, ...place, jti, name, email, requestId, event, depth };
}
