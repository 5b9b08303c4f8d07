import { type Actor, type CannedResponseView, rightNames } from '@parley/contracts';
import type {
  DirectoryServiceService,
  Candidate as WireCandidate,
  Member as WireMember,
} from '@parley/proto-gen/workspace/v1/directory';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { RoutingContext } from '../routing/routing-pass.ts';

/** What routing needs of a department, as workspace returns it. */
interface RoutingContextReply extends Omit<RoutingContext, 'source' | 'reopenWindowHours'> {
  /** `null`: not set by the project. */
  reopenWindowHours: number | null;
}

/** A member of the project. */
export interface Member {
  /** User id of a teammate, uuid_user of a visitor. */
  id: string;
  teammateId: string;
  role: string;
  active: boolean;
  fullname: string;
  email?: string;
  /** Of a member with a custom role. */
  rights?: Actor['rights'];
  visibility?: Actor['visibility'];
}

/** A membership as workspace returns it. */
export interface MemberVersion extends Member {
  /** Its `__v`. */
  version: number;
  trashed: boolean;
  /** Absent when an older release of workspace answers. */
  record?: Record<string, unknown>;
}

interface EndUserProfile {
  firstname?: string;
  email?: string;
}

/** Client of the workspace service. Never called while a row lock is held. */
export interface WorkspaceClient {
  /** `undefined`: there is no such department. @throws dependency_down when there is no answer in time: 300 ms unless said otherwise */
  getRoutingContext(
    projectId: string,
    departmentId: string | null,
    deadlineMs?: number,
  ): Promise<RoutingContextReply | undefined>;
  /** Present and former members among `ids` (user ids, uuid_users or teammate ids). */
  resolveMembers(projectId: string, ids: readonly string[]): Promise<MemberVersion[]>;
  /**
   * The end-user membership of a lead, new or existing.
   * @param since when a new one begins; default: now
   */
  ensureEndUser(projectId: string, uuid: string, profile: EndUserProfile, since?: Date | null): Promise<MemberVersion>;
  /** Texts by key, in the language wanted (empty: the project's default) or the next best; shipped ones included. */
  getLabels(projectId: string, language: string): Promise<Record<string, string>>;
  /** Live canned responses with these ids, of any author. */
  getCannedResponses(
    projectId: string,
    ids: readonly string[],
  ): Promise<{ id: string; version: number; record: CannedResponseView }[]>;
}

const routingDeadlineMs = 300;
/** The one label whose value is a list, not a text. */
const listLabel = 'ARRAY_DAYS';

export function workspaceClient(client: PromiseClient<typeof DirectoryServiceService>): WorkspaceClient {
  return {
    async getRoutingContext(projectId, departmentId, deadlineMs = routingDeadlineMs) {
      const request = { idProject: projectId, idDepartment: departmentId ?? '' };
      const answer = await undefinedIfNotFound(client.getRoutingContext(request, { deadlineMs }));
      const { department } = answer ?? {};
      if (!answer || !department) return undefined;

      const { settings } = answer;
      const defaultLimit = settings?.chatLimitOn ? (settings.maxAgentAssignedChat ?? null) : null;
      const enabled = new Set(answer.groups.filter((group) => group.enabled).map(({ id }) => id));
      // A department without groups has the whole team as candidates.
      const serves = ({ groupIds }: WireCandidate) =>
        department.groupIds.length === 0 || groupIds.some((id) => enabled.has(id));
      return {
        version: Number(answer.version),
        department: {
          id: department.id,
          routing: department.routing,
          bot: department.idBot || null,
          record: { _id: department.id, ...(JSON.parse(department.recordJson || '{}') as object) },
        },
        candidates: answer.candidates.filter(serves).map((one) => ({
          idUser: one.idUser,
          teammateId: one.idProjectUser,
          fullname: one.fullName,
          available: one.userAvailable,
          limit: ownLimit(one.maxServedChat) ?? defaultLimit,
        })),
        open: answer.open,
        nextChangeAt: answer.nextChangeAtMs ? new Date(Number(answer.nextChangeAtMs)) : null,
        groupDisabled: department.groupIds.length > enabled.size,
        defaultLimit,
        reopenWindowHours: settings?.reopenWindowHours ?? null,
      };
    },
    async resolveMembers(projectId, ids) {
      if (ids.length === 0) return [];
      const answer = await undefinedIfNotFound(client.resolveMembers({ idProject: projectId, ids: [...ids] }));
      return (answer?.members ?? []).map(toMember);
    },
    async ensureEndUser(projectId, uuid, profile, since) {
      const { member } = await client.ensureEndUser({
        idProject: projectId,
        uuidUser: uuid,
        role: 'guest',
        ...profile,
        ...(since && { sinceMs: since.getTime() }),
      });
      if (!member) throw new TypeError('workspace answered without a member');
      return toMember(member);
    },
    async getLabels(projectId, language) {
      const request = { idProject: projectId, lang: language, keys: [] };
      const { texts } = await client.getLabels(request, { deadlineMs: routingDeadlineMs });
      const { [listLabel]: _list, ...words } = texts;
      return words;
    },
    async getCannedResponses(projectId, ids) {
      const { responses } = await client.getCannedResponses({ idProject: projectId, ids: [...ids] });
      return responses.map(({ id, version, recordJson }) => ({
        ...{ id, version, record: JSON.parse(recordJson) as CannedResponseView },
      }));
    },
  };
}

/** -1 means no limit of their own. */
export function ownLimit(limit: number | null | undefined): number | null {
  return typeof limit === 'number' && limit >= 0 ? limit : null;
}

function toMember(member: WireMember): MemberVersion {
  const record = member.recordJson ? (JSON.parse(member.recordJson) as Record<string, unknown>) : undefined;
  return {
    id: member.id,
    teammateId: member.idProjectUser,
    role: member.role,
    active: member.status === 'active' && !member.trashed,
    fullname: member.fullName,
    ...(member.email && { email: member.email }),
    version: member.recordVersion,
    trashed: member.trashed,
    ...(record && { record, ...permissionsIn(record) }),
  };
}

/** What the custom role in a membership allows; nothing for those without one. */
export function permissionsIn({ rights, visibility }: Record<string, unknown>): Pick<Member, 'rights' | 'visibility'> {
  if (!Array.isArray(rights)) return {};
  const known = rightNames.filter((right) => rights.includes(right));
  return {
    rights: known,
    ...(visibility !== 'all' && { visibility: visibility === 'departments' ? visibility : 'own' }),
  };
}
