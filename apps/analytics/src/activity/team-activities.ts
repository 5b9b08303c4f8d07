import type {
  ActivityVerb,
  ApiTokenInEvent,
  DepartmentRecordView,
  EventEnvelope,
  ExportInEvent,
  GroupView,
  HoldInEvent,
  MailboxInEvent,
  ProjectView,
  RoleView,
  ServerFaultView,
  SignInConnectionView,
  SignInDomainView,
  TeammateView,
  teammateAvailabilityChanged,
  teammateInvited,
} from '@parley/contracts';
import type { z } from 'zod';

import { type ActivityDraft, actorOf, given, type Target } from './activity.ts';

type Of<Data> = EventEnvelope<Data>;

export function invited({ data }: Of<z.output<(typeof teammateInvited)['schema']>>): ActivityDraft | undefined {
  const { teammate, invitation, ...actionObj } = data;
  const target: Target | undefined = teammate
    ? targetOf(teammate)
    : invitation && { type: 'pendinginvitation', id: invitation._id, object: invitation };
  return target && { verb: 'PROJECT_USER_INVITE', actionObj, target, agents: teammate ? idsOf(teammate) : [] };
}

/** Memberships of visitors make no activities. */
export function isOfTeam({ teammate }: { teammate: TeammateView }): boolean {
  return teammate.roleType === 1;
}

type Updated = Of<{ teammate: TeammateView; changes: string[]; source?: string | undefined }>;

/** Changes of presence alone make no activity. */
export function updated(event: Updated): ActivityDraft | undefined {
  const { teammate, changes, source } = event.data;
  if (changes.every((name) => name === 'presence')) return undefined;
  // Names are fields of the user, not of the membership.
  const record = typeof teammate.id_user === 'object' ? { ...teammate.id_user, ...teammate } : teammate;
  const values = Object.fromEntries(changes.map((name) => [name, Reflect.get(record, name)]));
  const updateType = idsOf(teammate).includes(actorOf(event).id) ? 'self' : 'other';
  return {
    verb: 'PROJECT_USER_UPDATE',
    actionObj: given({ ...values, updateType, source }),
    target: targetOf(teammate),
    agents: idsOf(teammate),
  };
}

export function availabilityChanged({
  data,
}: Of<z.output<(typeof teammateAvailabilityChanged)['schema']>>): ActivityDraft | undefined {
  const { teammate, user_available, profileStatus, updateType, source } = data;
  if (!isOfTeam(data)) return undefined;
  const newStatus = profileStatus || (user_available ? 'available' : 'unavailable');
  return {
    verb: updateType === 'self' ? 'PROJECT_USER_AVAILABILITY_SELF' : 'PROJECT_USER_UPDATE',
    actionObj: { user_available, newStatus, updateType, source },
    target: targetOf(teammate),
    agents: idsOf(teammate),
  };
}

export function removed({ data }: Of<{ teammate: TeammateView; deleteType: string }>): ActivityDraft {
  const { teammate, deleteType } = data;
  const email = typeof teammate.id_user === 'object' ? teammate.id_user.email : undefined;
  return {
    verb: 'PROJECT_USER_DELETE',
    actionObj: given({ deleteType, role: teammate.role, email }),
    target: targetOf(teammate),
    agents: idsOf(teammate),
  };
}

export function projectUpdatedDraft({
  data: { project, changes },
}: Of<{ project: ProjectView; changes: string[] }>): ActivityDraft {
  const { _id, name } = project;
  return {
    verb: 'PROJECT_UPDATE',
    actionObj: { changes },
    target: { type: 'project', id: _id, object: { _id, name } },
  };
}

/** The default department of a new project makes no activity of its own. */
export function isOfItsOwn({ origin }: { origin?: 'project' | undefined }): boolean {
  return origin === undefined;
}

type OfDepartment = Of<{ department: DepartmentRecordView; changes?: string[] | undefined }>;

export const departmentDraft =
  (verb: ActivityVerb) =>
  ({ data: { department, changes } }: OfDepartment): ActivityDraft => ({
    verb,
    actionObj: given({ name: department.name, changes }),
    target: { type: 'department', id: department._id, object: department },
  });

type OfGroup = Of<{ group: GroupView; changes?: string[] | undefined }>;

export const groupDraft =
  (verb: ActivityVerb) =>
  ({ data: { group, changes } }: OfGroup): ActivityDraft => ({
    verb,
    actionObj: given({ name: group.name, changes }),
    target: { type: 'group', id: group._id, object: group },
  });

type OfFactor = Of<{ id_user: string; id_project_user: string; name: string; kind: string; change: string }>;

/** The names of the devices stay with their owner. */
export function factorDraft({ data: { id_user, id_project_user, name, kind, change } }: OfFactor): ActivityDraft {
  return {
    verb: 'FACTOR_CHANGE',
    actionObj: { kind, change },
    target: { type: 'project_user', id: id_project_user, object: { _id: id_project_user, id_user, name } },
    agents: [id_user],
  };
}

export const apiTokenDraft =
  (verb: ActivityVerb) =>
  ({ data: { api_token } }: Of<{ api_token: ApiTokenInEvent }>): ActivityDraft => ({
    verb,
    actionObj: { name: api_token.name, role: api_token.role },
    target: { type: 'api_token', id: api_token._id, object: api_token },
    agents: [api_token.id_user],
  });

export const roleDraft =
  (verb: ActivityVerb) =>
  ({ data: { role, changes } }: Of<{ role: RoleView; changes?: string[] | undefined }>): ActivityDraft => ({
    verb,
    actionObj: given({ name: role.name, changes }),
    target: { type: 'role', id: role._id, object: role },
  });

type OfConnection = Of<{
  connection: SignInConnectionView;
  changes?: string[] | undefined;
  id_user?: string | undefined;
}>;

/** Without the claims and the people that it names. */
export const connectionDraft =
  (verb: ActivityVerb) =>
  ({ data: { connection, changes, id_user } }: OfConnection): ActivityDraft => ({
    verb,
    actionObj: given({ name: connection.name, issuer: connection.issuer, enforced: connection.enforced, changes }),
    target: { type: 'sign_in_connection', id: connection._id, object: { _id: connection._id, name: connection.name } },
    ...(id_user !== undefined && { agents: [id_user] }),
  });

export const domainDraft =
  (verb: ActivityVerb) =>
  ({ data: { domain } }: Of<{ domain: SignInDomainView }>): ActivityDraft => ({
    verb,
    actionObj: { domain: domain.domain },
    target: { type: 'sign_in_domain', id: domain.domain, object: { _id: domain.domain, name: domain.domain } },
  });

/** An activity of what is held: its reason may name people. */
export const holdDraft =
  (verb: ActivityVerb) =>
  ({ data: { hold } }: Of<{ hold: HoldInEvent }>): ActivityDraft => {
    const { _id, kind, record, request_id } = hold;
    return {
      verb,
      actionObj: { hold_id: _id },
      target: { type: kind, id: record, object: given({ _id: record, id: record, request_id }) },
    };
  };

interface AutomationRecord {
  _id: string;
  name: string;
}

/** Of rules, macros and the like: the name is enough, and their texts may be long. */
export const automationDraft =
  <Noun extends 'policy' | 'rule' | 'macro' | 'view' | 'survey'>(noun: Noun, verb: ActivityVerb) =>
  ({ data }: Of<Record<Noun, AutomationRecord> & { changes?: string[] | undefined }>): ActivityDraft => {
    const { _id, name } = data[noun];
    return {
      verb,
      actionObj: given({ name, changes: data.changes }),
      target: { type: noun, id: _id, object: { _id, name } },
    };
  };

type OfMailbox = Of<{
  mailbox: MailboxInEvent;
  changes?: string[] | undefined;
  direction?: 'in' | 'out' | undefined;
  error?: ServerFaultView | undefined;
}>;

export const mailboxDraft =
  (verb: ActivityVerb) =>
  ({ data: { mailbox, changes, direction, error } }: OfMailbox): ActivityDraft => ({
    verb,
    actionObj: given({ name: mailbox.name, address: mailbox.address, changes, direction, error: error?.code }),
    target: { type: 'mailbox', id: mailbox._id, object: mailbox },
  });

export const exportDraft =
  (verb: ActivityVerb) =>
  ({ data }: Of<{ export: ExportInEvent }>): ActivityDraft => ({
    verb,
    actionObj: { include_files: data.export.include_files, parts: data.export.parts, size: data.export.size },
    target: { type: 'export', id: data.export._id, object: data.export },
  });

/** The record with only the name of the person. */
function targetOf({ id_user: user, ...teammate }: TeammateView): Target {
  const id_user =
    typeof user === 'object'
      ? { _id: user._id, firstname: user.firstname, lastname: user.lastname }
      : user && { _id: user };
  return { type: 'project_user', id: teammate._id, object: given({ ...teammate, id_user }) };
}

function idsOf({ id_user }: TeammateView): string[] {
  return id_user === undefined ? [] : [typeof id_user === 'object' ? id_user._id : id_user];
}
