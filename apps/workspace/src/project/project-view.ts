import type { ProjectView, Role } from '@parley/contracts';

import type { Project } from './project.ts';
import { shownSettings } from './project-settings.ts';

/** @param role of the reader: below admin neither address rules nor bans nor the mail server are shown */
export function viewOf(project: Project, role: Role | undefined): ProjectView {
  const full = eventViewOf(project);
  if (role === 'admin' || role === 'owner') return full;

  const { ipFilterEnabled, ipFilter, ipFilterDenyEnabled, ipFilterDeny, bannedUsers, ...open } = full;
  const { email, ...settings } = open.settings;
  return { ...open, settings };
}

/** As admins see it: what events carry. */
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
