import type {
  Candidate,
  GetRoutingContextResponse,
  RoutingSettings,
  Group as WireGroup,
} from '@parley/proto-gen/workspace/v1/directory';

import type { StoredHoliday } from '@parley/service-kit/hours';

import type { Group } from '../group/group.ts';
import type { Project } from '../project/project.ts';
import { fullNameOf, type Teammate } from '../teammate/teammate.ts';

/** The routing context at one directory version, without the opening hours, which depend on the time. */
export interface CachedRoutingContext {
  project: Project;
  holidays: readonly StoredHoliday[];
  response: Omit<GetRoutingContextResponse, 'open' | 'nextChangeAtMs' | 'version'>;
}

export function groupOf({ id, name, enabled, members }: Group): WireGroup {
  return { id, name, enabled, memberIds: enabled ? members : [] };
}

export function candidateOf(teammate: Teammate, groupIds: string[]): Candidate {
  return {
    idUser: teammate.idUser ?? '',
    idProjectUser: teammate.id,
    role: teammate.role ?? '',
    fullName: fullNameOf(teammate),
    userAvailable: teammate.userAvailable,
    presence: teammate.presence.status,
    maxServedChat: teammate.maxServedChat ?? undefined,
    groupIds,
  };
}

export function routingSettingsOf({ settings }: Project): RoutingSettings {
  const whole = (name: string) => (Number.isInteger(settings[name]) ? (settings[name] as number) : undefined);
  return {
    chatLimitOn: settings.chat_limit_on === true,
    maxAgentAssignedChat: whole('max_agent_assigned_chat'),
    reassignmentOn: settings.reassignment_on === true,
    reassignmentDelay: whole('reassignment_delay'),
    autoCloseBotHours: whole('auto_close_bot_hours'),
    autoCloseAgentHours: whole('auto_close_agent_hours'),
    reopenWindowHours: whole('reopen_window_hours'),
  };
}
