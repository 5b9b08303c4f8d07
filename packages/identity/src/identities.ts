import type { EventEnvelope } from '@parley/contracts';
import type { EventBus, Running } from '@parley/service-kit/bus';

import { Admission } from './admission.ts';
import { Credentials, type CredentialsOptions } from './credentials.ts';
import { accessTag, principalTag, projectTag, sessionTag, tokenTag } from './tags.ts';

/** Largest age of what is remembered of identities. Source: contract 10 section 3. */
const maxCacheMs = 5_000;

/** Who callers are and where they may go; shared by everything that faces the outside. */
export interface Identities {
  readonly credentials: Credentials;
  readonly admission: Admission;
  /** After a change somewhere in a project that this process handled itself. */
  forgetProject(projectId: string): void;
  /** Invalidates one principal's tokens and memberships, after a change that this process handled itself. */
  forgetPrincipal(id: string): void;
  forgetToken(jti: string): void;
  forgetAll(): void;
  /** Drops what an event of others' changes concerns. */
  forgetBy(event: EventEnvelope): void;
}

export type IdentitiesOptions = CredentialsOptions;

/** Verification, admission and their memories, which are always forgotten together. */
export function createIdentities(options: IdentitiesOptions): Identities {
  const bounded = { ...options, cacheMs: Math.min(options.cacheMs, maxCacheMs) };
  const admission = new Admission(bounded);
  const credentials = new Credentials({
    ...bounded,
    onMembershipAsked: (visitor, membership) => admission.expectMembership(visitor, membership),
  });
  const forget = (tag: string): void => {
    credentials.forget(tag);
    admission.forget(tag);
  };

  return {
    credentials,
    admission,
    forgetProject: (projectId) => forget(projectTag(projectId)),
    forgetPrincipal: (id) => forget(principalTag(id)),
    forgetToken: (jti) => forget(tokenTag(jti)),
    forgetAll() {
      credentials.forgetAll();
      admission.forgetAll();
    },
    forgetBy: (event) => {
      for (const tag of tagsOf(event)) forget(tag);
    },
  };
}

/** Events after which something remembered may be wrong. Source: contract 10 section 3, contract 50 section 2. */
const identityEvents = [
  'token.revoked',
  'api_token.revoked',
  'teammate.joined',
  'teammate.updated',
  'teammate.removed',
  'project.updated',
  'project.deleted',
  'bot.created',
  'bot.updated',
  'bot.trashed',
  'bot.deleted',
  'bot.imported',
] as const;

/**
 * Invalidates cached identities as soon as the bus announces a change; without the bus they expire by age alone.
 * @param changed called with the tags that an event invalidated: `principal:<id>`, `token:<jti>`, `project:<id>`, `access:<id>`
 */
export function listenForIdentities(
  bus: EventBus,
  identities: Identities,
  changed: (tags: readonly string[]) => void = () => undefined,
): Running {
  return bus.listen(identityEvents, (event) => {
    identities.forgetBy(event);
    changed(tagsOf(event));
  });
}

function tagsOf({ type, idproject, data }: EventEnvelope): string[] {
  switch (type) {
    case 'token.revoked': {
      const jti = textAt(data, 'jti');
      const sid = textAt(data, 'sid');
      return [...(jti === undefined ? [] : [tokenTag(jti)]), ...(sid === undefined ? [] : [sessionTag(sid)])];
    }
    case 'api_token.revoked': {
      const id = textAt(at(data, 'api_token'), '_id');
      return id === undefined ? [] : [tokenTag(id)];
    }
    case 'project.updated':
      return [accessTag(idproject)];
    case 'project.deleted':
      return [projectTag(idproject)];
    case 'teammate.joined':
    case 'teammate.updated':
    case 'teammate.removed': {
      const id = memberId(data);
      return [id === undefined ? projectTag(idproject) : principalTag(id)];
    }
    default: {
      const bot = at(data, 'bot');
      const id = textAt(bot, '_id') ?? textAt(data, 'bot_id');
      return [id === undefined ? projectTag(idproject) : principalTag(id)];
    }
  }
}

/** Principal id of a teammate record: of a person, whose `id_user` is a text or the user; else of a visitor. */
function memberId(data: unknown): string | undefined {
  const teammate = at(data, 'teammate');
  const user = at(teammate, 'id_user');
  return typeof user === 'string' ? user : (textAt(user, '_id') ?? textAt(teammate, 'uuid_user'));
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const member = at(value, name);
  return typeof member === 'string' ? member : undefined;
}
