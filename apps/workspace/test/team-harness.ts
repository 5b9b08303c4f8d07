import { generateKeyPairSync } from 'node:crypto';

import {
  type Actor,
  apiTokenApi,
  banApi,
  cannedApi,
  departmentApi,
  groupApi,
  holidayApi,
  hoursApi,
  importApi,
  invitationApi,
  keyApi,
  labelApi,
  projectApi,
  pushApi,
  type Right,
  type Role,
  roleApi,
  scimApi,
  signInApi,
  tagApi,
  teammateApi,
  tokenApi,
  visitorApi,
  widgetApi,
} from '@parley/contracts';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { anonymous, sharedByFiles, startTestService, type TestServiceOptions } from '@parley/testkit';
import { SignJWT } from 'jose';

import { startWorkspace } from '../src/service.ts';
import { newUser } from '../src/user/user.ts';

const api = {
  ...apiTokenApi,
  ...banApi,
  ...cannedApi,
  ...holidayApi,
  ...hoursApi,
  ...widgetApi,
  ...departmentApi,
  ...groupApi,
  ...importApi,
  ...invitationApi,
  ...keyApi,
  ...labelApi,
  ...projectApi,
  ...pushApi,
  ...roleApi,
  ...scimApi,
  ...signInApi,
  ...tagApi,
  ...teammateApi,
  ...tokenApi,
  ...visitorApi,
};

/** The service with clients of its APIs, and helpers that create projects, people and visitors. */
export async function startTeamHarness(
  env: Record<string, string | undefined> = {},
  options: Pick<TestServiceOptions<typeof api>, 'databaseUrl' | 'fakes'> = {},
) {
  const service = await startTestService(startWorkspace, {
    api,
    ...options,
    env: {
      MAIL_DELIVERY: 'off',
      AUTH_LIMIT_FACTOR: '1000',
      TOKEN_SIGNING_KEYS: signingKeySet(),
      VAPID_PRIVATE_KEY: vapidPrivateKey(),
      ...env,
    },
  });
  const actorKey = new Uint8Array(Buffer.from(service.env.ACTOR_KEY ?? '', 'base64url'));
  const calling = { address: service.addresses.grpc, to: 'workspace', actorKey } as const;
  const identity = client(IdentityServiceService, { ...calling, from: 'gateway' });
  const directory = client(DirectoryServiceService, { ...calling, from: 'conversations' });

  /** A person with an account, without the cost of a sign-up. */
  async function person(firstname: string, facts: { email?: string; emailVerified?: boolean } = {}): Promise<Actor> {
    const { email = `${firstname.toLowerCase()}@${newId()}.io`, emailVerified = true } = facts;
    const user = newUser(newId(), { email, firstname, lastname: 'Byron', emailVerified }, new Date());
    await service.context.users.insert(user, undefined, []);
    return { kind: 'user', id: user.id, name: `${firstname} Byron`, email };
  }

  /** A project and its owner, as the actor that the gateway forwards on paths of the project. */
  async function project(name = 'Acme'): Promise<{ projectId: string; ada: Actor }> {
    const ada = await person('Ada');
    const { status, body } = await service.as(ada).createProject({ name });
    if (status !== 200) throw new Error(`createProject answered ${status} ${body.code}`);
    return { projectId: body._id, ada: await member(body._id, ada) };
  }

  /** The actor on a project: with the stored role and teammate id. */
  async function member(projectId: string, actor: Actor): Promise<Actor> {
    const { membership } = await identity.getMembership({ idProject: projectId, kind: actor.kind, id: actor.id });
    if (!membership) throw new Error(`${actor.name} is no member`);
    const { role, idProjectUser: teammateId, customRole } = membership;
    const rights = customRole && { rights: customRole.rights as Right[] };
    return { ...actor, projectId, role: role as Role, teammateId, ...rights };
  }

  /** A person who joins by invitation of `ada`. */
  async function join(ada: Actor, firstname: string, role: 'agent' | 'admin' | 'owner' = 'agent'): Promise<Actor> {
    const invitee = await person(firstname);
    const invitation = { email: invitee.email, role: role === 'owner' ? 'admin' : role };
    const { status, body } = await service.as(ada).inviteTeammate(invitation);
    if (status !== 200 || !('_id' in body)) throw new Error(`inviteTeammate answered ${status} ${body.code}`);
    if (role === 'owner') await service.as(ada).updateTeammate({ project_user_id: body._id, role });
    return member(ada.projectId ?? '', invitee);
  }

  async function guest(projectId: string, facts: Record<string, unknown> = {}) {
    const { status, body } = await service.as(anonymous).signInAnonymously({ id_project: projectId, ...facts });
    if (status !== 200) throw new Error(`signInAnonymously answered ${status} ${body.code}`);
    const { jti } = claimsOf(body.token);
    const actor: Actor = { kind: 'guest', id: body.user._id, projectId, role: 'guest', jti: String(jti) };
    return { actor, token: body.token, jti: String(jti), user: body.user };
  }

  async function exchange(token: string) {
    return service
      .as(anonymous)
      .signInWithCustomToken({}, { headers: { authorization: `JWT ${token.replace(/^JWT /, '')}` } });
  }

  async function secretOf(ada: Actor): Promise<string> {
    const { status, body } = await service.as(ada).generateSecret();
    if (status !== 200) throw new Error(`generateSecret answered ${status} ${body.code}`);
    return body.jwtSecret;
  }

  return {
    ...service,
    get db() {
      return service.db;
    },
    ...{ identity, directory, person, project, member, join, guest, exchange, secretOf },
    open: service.as(anonymous),

    /** Whether the gateway would let this token pass. */
    async isLive(token: string): Promise<boolean> {
      const { jti, sub, _id, id_project } = claimsOf(token);
      const idProject = id_project === undefined ? undefined : String(id_project);
      const { live } = await identity.checkToken({ jti: String(jti), sub: String(sub), id: String(_id), idProject });
      return live;
    },

    async stop(): Promise<void> {
      identity.close();
      directory.close();
      await service.stop();
    },
  };
}

export type TeamHarness = Awaited<ReturnType<typeof startTeamHarness>>;
export type SharedTeam = Omit<TeamHarness, 'stop'>;

/** Of all files of this process that need no settings, fakes or tables of their own. */
export const sharedTeam: () => Promise<SharedTeam> = sharedByFiles(() => startTeamHarness());

function vapidPrivateKey(): string {
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return d;
}

export function signingKeySet(count = 1): string {
  const keys = Array.from({ length: count }, () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
  return JSON.stringify({ keys });
}

/** A token signed by a customer's server with the project's secret. */
export function customToken(secret: string, projectId: string, claims: Record<string, unknown>): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ aud: `https://tiledesk.com/projects/${projectId}`, iat: now, exp: now + 3600, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** The unverified claims of a token. */
export function claimsOf(token: string): Record<string, unknown> {
  const payload = token.replace(/^JWT /, '').split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
}
