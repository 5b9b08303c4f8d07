import { isDeepStrictEqual } from 'node:util';

import {
  type DomainEvent,
  type InvitationView,
  type MailedInvitationView,
  type TeammateView,
  teammateInvited,
} from '@parley/contracts';

/** TTL of an invitation's code. Source: contract 10 section 4. */
const invitationTtlMs = 30 * 86_400_000;

/** An invitation to join a project, for the verified owner of an address. Never holds the code. */
export interface Invitation {
  id: string;
  projectId: string;
  /** Lower case. */
  email: string;
  role: string;
  userAvailable: boolean;
  firstname?: string;
  lastname?: string;
  expiresAt: Date;
  /** The inviter. */
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type Invited = Pick<Invitation, 'email' | 'role' | 'userAvailable' | 'firstname' | 'lastname'>;

export function newInvitation(id: string, projectId: string, invited: Invited, by: string, at: Date): Invitation {
  return {
    id,
    projectId,
    ...invited,
    expiresAt: expiryOf(at),
    createdBy: by,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

export type InvitationUpdate = Partial<Pick<Invitation, 'role' | 'userAvailable' | 'firstname' | 'lastname'>>;

/** Absent members stay; an empty name removes it. */
export function update(current: Invitation, wanted: InvitationUpdate, at: Date): Invitation {
  const next = {
    ...current,
    role: wanted.role ?? current.role,
    userAvailable: wanted.userAvailable ?? current.userAvailable,
    firstname: (wanted.firstname ?? current.firstname) || undefined,
    lastname: (wanted.lastname ?? current.lastname) || undefined,
  };
  return isDeepStrictEqual(next, current) ? current : changed(next, at);
}

/** Restarts the TTL, for a new code. */
export function prolong(current: Invitation, at: Date): Invitation {
  return changed({ ...current, expiresAt: expiryOf(at) }, at);
}

function changed(next: Invitation, at: Date): Invitation {
  return { ...next, updatedAt: at, version: next.version + 1 };
}

function expiryOf(at: Date): Date {
  return new Date(at.getTime() + invitationTtlMs);
}

/** For a person who has to verify their address first. */
export function invitedToJoin(invitation: Invitation, projectName: string): DomainEvent {
  return teammateInvited({
    inviteType: 'pending',
    email: invitation.email,
    role: invitation.role,
    user_available: invitation.userAvailable,
    id_project: invitation.projectId,
    project_name: projectName,
    invitation: viewOf(invitation),
  });
}

/** For a registered person, who has joined at once. */
export function invitedAndJoined(teammate: TeammateView, email: string, projectName: string): DomainEvent {
  return teammateInvited({
    inviteType: 'registered',
    email,
    role: teammate.role ?? '',
    user_available: teammate.user_available,
    id_project: teammate.id_project,
    project_name: projectName,
    teammate,
  });
}

export function viewOf(invitation: Invitation): InvitationView {
  return {
    _id: invitation.id,
    id: invitation.id,
    id_project: invitation.projectId,
    email: invitation.email,
    role: invitation.role,
    user_available: invitation.userAvailable,
    firstname: invitation.firstname,
    lastname: invitation.lastname,
    expiresAt: invitation.expiresAt.toISOString(),
    createdBy: invitation.createdBy,
    createdAt: invitation.createdAt.toISOString(),
    updatedAt: invitation.updatedAt.toISOString(),
    __v: invitation.version,
  };
}

export function mailedViewOf(invitation: Invitation, projectName: string): MailedInvitationView {
  return {
    _id: invitation.id,
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    id_project: invitation.projectId,
    project_name: projectName,
    firstname: invitation.firstname,
    lastname: invitation.lastname,
  };
}
