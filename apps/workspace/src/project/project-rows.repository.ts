import type { ProjectBan as BanRow, Prisma, Project as ProjectRow } from '../generated/prisma/client.ts';
import type { Ban, Project } from './project.ts';

type JsonObject = Record<string, unknown>;

export function toProject(row: ProjectRow, bans: BanRow[]): Project {
  return {
    id: row.idProject,
    name: row.name,
    status: row.status,
    activeOperatingHours: row.activeOperatingHours,
    operatingHours: row.operatingHours ?? undefined,
    timeSlots: (row.timeSlots ?? undefined) as JsonObject | undefined,
    settings: row.settings as JsonObject,
    widget: row.widget as JsonObject,
    attributes: row.attributes as JsonObject,
    versions: row.versions ?? undefined,
    channels: row.channels as unknown[],
    ipFilterEnabled: row.ipFilterEnabled,
    ipFilter: row.ipFilter,
    ipFilterDenyEnabled: row.ipFilterDenyEnabled,
    ipFilterDeny: row.ipFilterDeny,
    bans: bans.map(toBan),
    secondFactorDueAt: row.secondFactorDueAt ?? undefined,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

export function toRow(project: Project) {
  return {
    name: project.name,
    status: project.status,
    activeOperatingHours: project.activeOperatingHours,
    operatingHours: project.operatingHours ?? null,
    timeSlots: project.timeSlots as Prisma.InputJsonObject | undefined,
    settings: project.settings as Prisma.InputJsonObject,
    widget: project.widget as Prisma.InputJsonObject,
    attributes: project.attributes as Prisma.InputJsonObject,
    versions: project.versions as Prisma.InputJsonValue | undefined,
    channels: project.channels as Prisma.InputJsonArray,
    ipFilterEnabled: project.ipFilterEnabled,
    ipFilter: project.ipFilter,
    ipFilterDenyEnabled: project.ipFilterDenyEnabled,
    ipFilterDeny: project.ipFilterDeny,
    secondFactorDueAt: project.secondFactorDueAt ?? null,
    updatedAt: project.updatedAt,
    version: project.version,
  };
}

function toBan(row: BanRow): Ban {
  return {
    id: row.id,
    principalId: row.principalId ?? undefined,
    ip: row.ip ?? undefined,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
  };
}

export function toBanRow(projectId: string, { id, principalId, ip, createdBy, createdAt }: Ban) {
  return { idProject: projectId, id, principalId, ip, createdBy, createdAt };
}
