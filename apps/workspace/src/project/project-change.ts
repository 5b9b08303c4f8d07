import { isDeepStrictEqual } from 'node:util';

import {
  type DomainEvent,
  jsonBytes,
  projectCreated,
  projectDeleted,
  projectErrors,
  projectUpdated,
  type Role,
  validationFailed,
} from '@parley/contracts';

import { type Ban, eventViewOf, type Project, ProjectStatus } from './project.ts';
import {
  haveSameOfOwners,
  requiresSecondFactor,
  type SettingsChange,
  secondFactorDueAt,
  settingsAfter,
} from './project-settings.ts';

type JsonObject = Record<string, unknown>;

/** The next state of a project and its events. */
export interface ProjectChange {
  next: Project;
  events: DomainEvent[];
}

export function created(project: Project): DomainEvent {
  return projectCreated({ project: eventViewOf(project), owner: project.createdBy });
}

/** Fields that are replaced as they are sent; absent ones stay. */
const plainFields = [
  'name',
  'activeOperatingHours',
  'timeSlots',
  'widget',
  'attributes',
  'versions',
  'channels',
  'ipFilterEnabled',
  'ipFilter',
  'ipFilterDenyEnabled',
  'ipFilterDeny',
] as const satisfies readonly (keyof Project)[];

/** `operatingHours`: an empty text removes them. */
export type ProjectUpdate = SettingsChange & Partial<Pick<Project, (typeof plainFields)[number] | 'operatingHours'>>;

export interface ProjectChangeContext {
  role: Role | undefined;
  at: Date;
  seal(pass: string): string;
}

/**
 * @throws projectErrors.owner_required when another role changes a setting of owners; commonErrors.validation_failed
 */
export function update(
  current: Project,
  wanted: ProjectUpdate,
  { role, at, seal }: ProjectChangeContext,
): ProjectChange {
  const settings = settingsAfter(current.settings, wanted, seal);
  if (role !== 'owner' && !haveSameOfOwners({ settings }, current)) throw projectErrors.owner_required();

  const given = plainFields.filter((field) => wanted[field] !== undefined);
  const plain: Partial<Project> = Object.fromEntries(given.map((field) => [field, wanted[field]]));
  const operatingHours = wanted.operatingHours === undefined ? current.operatingHours : wanted.operatingHours;
  const changed = { ...current, ...plain, operatingHours: operatingHours || undefined, settings };
  return stored(current, { ...changed, secondFactorDueAt: dueAfter(current, settings, at) }, at);
}

/** The time of grace begins when the requirement, or the time itself, is set. */
function dueAfter(current: Project, settings: JsonObject, at: Date): Date | undefined {
  if (!requiresSecondFactor({ settings })) return undefined;
  const isKept = requiresSecondFactor(current) && haveSameOfOwners({ settings }, current);
  return isKept ? current.secondFactorDueAt : secondFactorDueAt({ settings }, at);
}

const maxAttributeBytes = 65_536;
const maxAttributes = 200;

/**
 * Attributes set one by one; null removes one.
 * @throws commonErrors.validation_failed when the result exceeds the limits
 */
export function patchAttributes(current: Project, patch: JsonObject, at: Date): ProjectChange {
  const merged = Object.entries({ ...current.attributes, ...patch }).filter(([, value]) => value !== null);
  const attributes = Object.fromEntries(merged);
  if (merged.length > maxAttributes || jsonBytes(attributes) > maxAttributeBytes) {
    const msg = `At most ${maxAttributes} attributes of ${maxAttributeBytes} bytes in all`;
    throw validationFailed([{ param: 'attributes', location: 'body', msg }]);
  }
  return stored(current, { ...current, attributes }, at);
}

/** A change of something outside the project's record, such as its secret. */
export function touch(current: Project, changes: string[], at: Date): ProjectChange {
  return changed(current, changes, at);
}

/** @param banned the new entry, when the change adds a ban */
export function withBans(current: Project, bans: Ban[], at: Date, banned?: Ban): ProjectChange {
  return changed({ ...current, bans }, ['bannedUsers'], at, banned);
}

export function remove(current: Project, at: Date): ProjectChange {
  const next = { ...current, status: ProjectStatus.deleted, updatedAt: at, version: current.version + 1 };
  return { next, events: [projectDeleted({ project: eventViewOf(next) })] };
}

const updatable = [...plainFields, 'operatingHours', 'settings'] as const;

function stored(current: Project, next: Project, at: Date): ProjectChange {
  const changes = updatable.filter((field) => !isDeepStrictEqual(current[field], next[field]));
  return changes.length === 0 ? { next: current, events: [] } : changed(next, changes, at);
}

function changed(project: Project, changes: string[], at: Date, ban?: Ban): ProjectChange {
  const next = { ...project, updatedAt: at, version: project.version + 1 };
  const view = eventViewOf(next);
  const banned = view.bannedUsers?.find(({ _id }) => _id === ban?.id);
  return { next, events: [projectUpdated({ project: view, changes, banned })] };
}
