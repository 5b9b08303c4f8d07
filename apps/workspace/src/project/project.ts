import type { ProjectView, Role } from '@parley/contracts';

import { shownSettings } from './project-settings.ts';

export const ProjectStatus = { live: 100, importing: 50, deleted: 0 } as const;

type JsonObject = Record<string, unknown>;

export interface Ban {
  id: string;
  principalId?: string;
  ip?: string;
  createdBy: string;
  createdAt: Date;
}

export interface Project {
  id: string;
  name: string;
  status: number;
  activeOperatingHours: boolean;
  /** JSON text, as clients send it. */
  operatingHours?: string;
  timeSlots?: JsonObject;
  settings: JsonObject;
  widget: JsonObject;
  attributes: JsonObject;
  versions?: unknown;
  channels: unknown[];
  ipFilterEnabled: boolean;
  ipFilter: string[];
  ipFilterDenyEnabled: boolean;
  ipFilterDeny: string[];
  bans: Ban[];
  /** From when on members without a second factor are refused; absent: they are not. */
  secondFactorDueAt?: Date;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export function newProject(
  id: string,
  named: { name: string; attributes?: JsonObject },
  by: string,
  at: Date,
): Project {
  return {
    id,
    name: named.name,
    status: ProjectStatus.live,
    activeOperatingHours: false,
    settings: {},
    widget: {},
    attributes: named.attributes ?? {},
    channels: [{ name: 'chat21' }],
    ipFilterEnabled: false,
    ipFilter: [],
    ipFilterDenyEnabled: false,
    ipFilterDeny: [],
    bans: [],
    createdBy: by,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

/** @param role of the reader: below admin neither address rules nor bans nor the mail server are shown */
export function viewOf(project: Project, role: Role | undefined): ProjectView {
  const full = eventViewOf(project);
  if (role === 'admin' || role === 'owner') return full;

  const { ipFilterEnabled, ipFilter, ipFilterDenyEnabled, ipFilterDeny, bannedUsers, ...open } = full;
  const { email, ...settings } = open.settings;
  return { ...open, settings };
}

/** The admin's view, which events carry. */
export function eventViewOf(project: Project): ProjectView {
  return {
    _id: project.id,
    id: project.id,
    name: project.name,
    status: project.status,
    activeOperatingHours: project.activeOperatingHours,
    operatingHours: project.operatingHours,
    timeSlots: project.timeSlots,
    settings: shownSettings(project.settings),
    widget: project.widget,
    attributes: project.attributes,
    versions: project.versions,
    channels: project.channels,
    ipFilterEnabled: project.ipFilterEnabled,
    ipFilter: project.ipFilter,
    ipFilterDenyEnabled: project.ipFilterDenyEnabled,
    ipFilterDeny: project.ipFilterDeny,
    bannedUsers: project.bans.map((ban) => ({
      _id: ban.id,
      id: ban.principalId,
      ip: ban.ip,
      createdBy: ban.createdBy,
      createdAt: ban.createdAt.toISOString(),
    })),
    profile: { name: 'Custom', type: 'payment' },
    trialExpired: false,
    trialDaysLeft: 0,
    isActiveSubscription: true,
    createdBy: project.createdBy,
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
    __v: project.version,
  };
}
