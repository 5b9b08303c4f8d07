import {
  type DomainEvent,
  type SignInConnectionView,
  signInConnectionBypassed,
  signInConnectionCreated,
  signInConnectionDeleted,
  signInConnectionUpdated,
} from '@parley/contracts';

import type { GroupOfClaim, RoleOfClaim } from '../oidc/connection.ts';

/** A sign-in connection of a project, without its secret. */
export interface SignInConnection {
  id: string;
  projectId: string;
  name: string;
  issuer: string;
  clientId: string;
  scopes: string;
  provision: 'invited' | 'anyone_of_domain';
  emailVerifiedClaim: string;
  roleClaim?: string;
  roleMap: RoleOfClaim[];
  groupClaim?: string;
  groupMap: GroupOfClaim[];
  /** Members of the project's domains sign in by this connection alone. */
  enforced: boolean;
  /** User ids of owners who may go on with a password and a second factor. */
  breakGlass: string[];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface SignInConnectionChange {
  next: SignInConnection;
  events: DomainEvent[];
}

/** The fields of a body, by their names on the wire. */
export interface WrittenConnection {
  name?: string;
  client_id?: string;
  scopes?: string;
  provision?: SignInConnection['provision'];
  email_verified_claim?: string;
  role_claim?: string;
  role_map?: RoleOfClaim[];
  group_claim?: string;
  group_map?: GroupOfClaim[];
  enforced?: boolean;
  break_glass?: string[];
}

/** The public name of a connection: it holds the project, so that one is never found without the other. */
export function referenceOf({ projectId, id }: Pick<SignInConnection, 'projectId' | 'id'>): string {
  return `${projectId}.${id}`;
}

/** The project and the id in a reference; nothing for what is none. */
export function readReference(reference: string): Pick<SignInConnection, 'projectId' | 'id'> | undefined {
  const [, projectId, id] = /^([0-9a-f]{24})\.([0-9a-f]{24})$/.exec(reference) ?? [];
  return projectId !== undefined && id !== undefined ? { projectId, id } : undefined;
}

export function newConnection(
  { id, projectId, issuer }: Pick<SignInConnection, 'id' | 'projectId' | 'issuer'>,
  written: WrittenConnection & { name: string; client_id: string },
  by: string,
  at: Date,
): SignInConnection {
  const blank: SignInConnection = {
    ...{ id, projectId, issuer, name: written.name, clientId: written.client_id },
    scopes: 'openid email profile',
    provision: 'invited',
    emailVerifiedClaim: 'email_verified',
    ...{ roleMap: [], groupMap: [], enforced: false, breakGlass: [] },
    ...{ createdBy: by, createdAt: at, updatedAt: at, version: 0 },
  };
  return withWritten(blank, written);
}

export function created(connection: SignInConnection, publicUrl: string): DomainEvent {
  return signInConnectionCreated({ connection: viewOf(connection, publicUrl) });
}

/** @param hasNewSecret the secret is no field of the record, yet another one is a change of it */
export function update(
  current: SignInConnection,
  written: WrittenConnection,
  { hasNewSecret, publicUrl, at }: { hasNewSecret: boolean; publicUrl: string; at: Date },
): SignInConnectionChange {
  const wanted = withWritten(current, written);
  const before = viewOf(current, publicUrl);
  const after = viewOf(wanted, publicUrl);
  const changes = (Object.keys(after) as (keyof SignInConnectionView)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changes.length === 0 && !hasNewSecret) return { next: current, events: [] };
  const next = { ...wanted, updatedAt: at, version: current.version + 1 };
  const named = [...changes, ...(hasNewSecret ? ['client_secret'] : [])];
  return { next, events: [signInConnectionUpdated({ connection: viewOf(next, publicUrl), changes: named })] };
}

export function remove(current: SignInConnection, publicUrl: string, at: Date): SignInConnectionChange {
  const next = { ...current, updatedAt: at, version: current.version + 1 };
  return { next, events: [signInConnectionDeleted({ connection: viewOf(next, publicUrl) })] };
}

export function bypassed(connection: SignInConnection, idUser: string, publicUrl: string): DomainEvent {
  return signInConnectionBypassed({ connection: viewOf(connection, publicUrl), id_user: idUser });
}

function withWritten(current: SignInConnection, written: WrittenConnection): SignInConnection {
  return {
    ...current,
    name: written.name ?? current.name,
    clientId: written.client_id ?? current.clientId,
    scopes: written.scopes ?? current.scopes,
    provision: written.provision ?? current.provision,
    emailVerifiedClaim: written.email_verified_claim || current.emailVerifiedClaim,
    // An empty name takes the claim away.
    roleClaim: (written.role_claim ?? current.roleClaim) || undefined,
    roleMap: written.role_map ?? current.roleMap,
    groupClaim: (written.group_claim ?? current.groupClaim) || undefined,
    groupMap: written.group_map ?? current.groupMap,
    enforced: written.enforced ?? current.enforced,
    breakGlass: written.break_glass ? [...new Set(written.break_glass)].sort() : current.breakGlass,
  };
}

export function viewOf(connection: SignInConnection, publicUrl: string): SignInConnectionView {
  const reference = referenceOf(connection);
  const { projectId } = connection;
  return {
    _id: connection.id,
    id: connection.id,
    id_project: projectId,
    name: connection.name,
    issuer: connection.issuer,
    client_id: connection.clientId,
    scopes: connection.scopes,
    provision: connection.provision,
    email_verified_claim: connection.emailVerifiedClaim,
    role_claim: connection.roleClaim,
    role_map: connection.roleMap,
    group_claim: connection.groupClaim,
    group_map: connection.groupMap,
    enforced: connection.enforced,
    break_glass: connection.breakGlass,
    reference,
    redirect_uri: `${publicUrl}/v3/auth/oidc/${reference}/callback`,
    logout_uri: `${publicUrl}/v3/auth/oidc/${reference}/logout`,
    createdBy: connection.createdBy,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
    __v: connection.version,
  };
}
