import { isDeepStrictEqual } from 'node:util';

import {
  type DomainEvent,
  type ProjectView,
  projectCreated,
  projectDeleted,
  projectErrors,
  projectUpdated,
  type Role,
} from '@parley/contracts';

export const ProjectStatus = { live: 100, deleted: 0 } as const;

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
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface ProjectChange {
  next: Project;
  events: DomainEvent[];
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

export function created(project: Project): DomainEvent {
  return projectCreated({ project: eventViewOf(project), owner: project.createdBy });
}

export interface ProjectUpdate {
  name?: string;
  attributes?: JsonObject;
  /** Replaces all settings but the two that are kept. */
  settings?: JsonObject;
  /** Settings by path, each set alone. */
  flat: JsonObject;
}

/** @throws projectErrors.owner_required when anybody else turns the provisioning switch */
export function update(current: Project, wanted: ProjectUpdate, role: Role | undefined, at: Date): ProjectChange {
  const settings = settingsAfter(current.settings, wanted);
  if (provisionsAgents({ settings }) !== provisionsAgents(current) && role !== 'owner') {
    throw projectErrors.owner_required();
  }

  const next = {
    ...current,
    name: wanted.name ?? current.name,
    attributes: wanted.attributes ?? current.attributes,
    settings,
  };
  const changes = (['name', 'attributes', 'settings'] as const).filter(
    (field) => !isDeepStrictEqual(current[field], next[field]),
  );
  return changes.length === 0 ? { next: current, events: [] } : changed(next, changes, at);
}

/** A change of what belongs to the project and is no part of its record, such as its secret. */
export function touch(current: Project, changes: string[], at: Date): ProjectChange {
  return changed(current, changes, at);
}

export function remove(current: Project, at: Date): ProjectChange {
  const next = { ...current, status: ProjectStatus.deleted, updatedAt: at, version: current.version + 1 };
  return { next, events: [projectDeleted({ project: eventViewOf(next) })] };
}

/** Source: contract 10 section 5.3. */
export function provisionsAgents({ settings }: Pick<Project, 'settings'>): boolean {
  return memberOf(settings.custom_auth, 'provision_agents') === true;
}

/** @param role of the reader: below admin neither address rules nor bans nor the mail server are shown */
export function viewOf(project: Project, role: Role | undefined): ProjectView {
  const full = eventViewOf(project);
  if (role === 'admin' || role === 'owner') return full;

  const { ipFilterEnabled, ipFilter, ipFilterDenyEnabled, ipFilterDeny, bannedUsers, ...open } = full;
  const { email, ...settings } = open.settings;
  return { ...open, settings };
}

/** As admins see it: what events carry. */
function eventViewOf(project: Project): ProjectView {
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

/** The password of the mail server is written, never read. */
function shownSettings(settings: JsonObject): JsonObject {
  if (memberOf(settings.email, 'config') === undefined) return settings;
  const email = settings.email as { config: unknown };
  const { pass, ...config } = asObject(email.config);
  return { ...settings, email: { ...email, config } };
}

function settingsAfter(current: JsonObject, wanted: ProjectUpdate): JsonObject {
  const base = wanted.settings ? withKept(wanted.settings, current) : current;
  const paths = Object.entries(wanted.flat);
  return withoutEmptyPass(paths.reduce((settings, [path, value]) => setAt(settings, path.split('.'), value), base));
}

/** An empty password is how one is taken away. */
function withoutEmptyPass(settings: JsonObject): JsonObject {
  const email = asObject(settings.email);
  const { pass, ...config } = asObject(email.config);
  return pass === '' ? { ...settings, email: { ...email, config } } : settings;
}

/** Two settings survive a replacement that does not name them: the switch of the owner, and what nobody can read back. */
function withKept(settings: JsonObject, current: JsonObject): JsonObject {
  let kept = settings;
  const provisioning = memberOf(current.custom_auth, 'provision_agents');
  if (provisioning !== undefined && memberOf(settings.custom_auth, 'provision_agents') === undefined) {
    kept = setAt(kept, ['custom_auth', 'provision_agents'], provisioning);
  }
  const pass = memberOf(memberOf(current.email, 'config'), 'pass');
  if (pass !== undefined && memberOf(memberOf(settings.email, 'config'), 'pass') === undefined) {
    kept = setAt(kept, ['email', 'config', 'pass'], pass);
  }
  return kept;
}

function setAt(object: JsonObject, [key = '', ...rest]: string[], value: unknown): JsonObject {
  return { ...object, [key]: rest.length === 0 ? value : setAt(asObject(object[key]), rest, value) };
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function memberOf(value: unknown, key: string): unknown {
  return asObject(value)[key];
}

function changed(project: Project, changes: string[], at: Date): ProjectChange {
  const next = { ...project, updatedAt: at, version: project.version + 1 };
  return { next, events: [projectUpdated({ project: eventViewOf(next), changes })] };
}
