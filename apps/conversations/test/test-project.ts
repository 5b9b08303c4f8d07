import { type Actor, TeammateView } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { actor, personasOf } from '@parley/testkit';

export interface TestMember {
  actor: Actor;
  available: boolean;
  limit?: number;
  groups: string[];
  disabled?: boolean;
}

export interface TestDepartment {
  _id: string;
  name: string;
  routing: 'assigned' | 'pooled' | 'fixed';
  id_bot?: string;
  id_group?: string;
  default: boolean;
}

/** A project as the fake workspace answers it; tests may change it at any time. */
export class TestProject {
  readonly projectId = newId();
  readonly personas = personasOf(this.projectId);
  readonly members = new Map<string, TestMember>();
  readonly departments: TestDepartment[] = [];
  open = true;
  /** Closed until then, by its operating hours. */
  opensAt: Date | undefined;
  /** Workspace does not answer. */
  workspaceDown = false;
  /** Each delays one answer to `GetRoutingContext`. */
  readonly heldAnswers: Promise<void>[] = [];
  readonly bots: { _id: string; name: string; root_id?: string }[] = [];
  readonly canned: { _id: string; text: string; shared: boolean; createdBy: string }[] = [];
  /** Bots does not answer. */
  botsDown = false;
  /** By language; the key is part of the text that answers it. */
  readonly labels = new Map<string, Record<string, string>>();
  settings: {
    chatLimitOn?: boolean;
    maxAgentAssignedChat?: number;
    reassignmentOn?: boolean;
    reassignmentDelay?: number;
    autoCloseBotHours?: number;
    autoCloseAgentHours?: number;
    reopenWindowHours?: number;
    retention?: { closed_requests?: number; drafts?: number };
    redactPatterns?: unknown[];
  } = {};
  #version = 0;

  get isOpen(): boolean {
    return this.open && (!this.opensAt || this.opensAt.getTime() <= Date.now());
  }

  /** Adds a member, by default a new agent. */
  addMember(facts: Partial<Omit<TestMember, 'actor'>> & { actor?: Actor; name?: string } = {}): Actor {
    const { name = `Agent ${this.members.size + 1}`, ...more } = facts;
    const person = facts.actor ?? actor({ projectId: this.projectId, name });
    this.members.set(person.id, { available: true, groups: [], ...more, actor: person });
    return person;
  }

  addDepartment(department: Partial<TestDepartment> = {}): TestDepartment {
    const made = {
      _id: newId(),
      name: 'Support',
      routing: 'assigned' as const,
      default: this.departments.length === 0,
      ...department,
    };
    this.departments.push(made);
    return made;
  }

  setMember(person: Actor, facts: Partial<TestMember>): void {
    Object.assign(this.members.get(person.id) ?? {}, facts);
  }

  get version(): number {
    this.#version += 1;
    return this.#version;
  }
}

/** As the record of the project has them. */
export function settingsOf({ settings }: TestProject) {
  return {
    chat_limit_on: settings.chatLimitOn,
    max_agent_assigned_chat: settings.maxAgentAssignedChat,
    reassignment_on: settings.reassignmentOn,
    reassignment_delay: settings.reassignmentDelay,
    auto_close_bot_hours: settings.autoCloseBotHours,
    auto_close_agent_hours: settings.autoCloseAgentHours,
    reopen_window_hours: settings.reopenWindowHours,
    ...(settings.retention && { retention: settings.retention }),
    redact_patterns: settings.redactPatterns,
  };
}

export function routingContext(project: TestProject, departmentId: string) {
  const department = project.departments.find((one) => (departmentId === '' ? one.default : one._id === departmentId));
  if (!department) return { groups: [], candidates: [], open: project.isOpen, version: project.version };
  const { id_group } = department;
  const candidates = [...project.members.values()].filter(
    ({ actor: { role }, disabled }) => !disabled && ['agent', 'admin', 'owner'].includes(role ?? ''),
  );
  return {
    department: {
      id: department._id,
      name: department.name,
      routing: department.routing,
      idBot: department.id_bot,
      botOnly: false,
      idGroup: id_group,
      groupIds: id_group ? [id_group] : [],
      isDefault: department.default,
      status: 1,
      recordJson: JSON.stringify({ ...department, id: department._id, __v: 0 }),
    },
    groups: id_group ? [{ id: id_group, name: 'group', enabled: true, memberIds: [] }] : [],
    candidates: candidates
      .map(({ actor: one, available, limit, groups }) => ({
        idUser: one.id,
        idProjectUser: one.teammateId ?? '',
        role: one.role ?? '',
        fullName: one.name ?? '',
        userAvailable: available,
        presence: 'offline',
        maxServedChat: limit,
        groupIds: groups,
      }))
      .sort((a, b) => (a.idProjectUser < b.idProjectUser ? -1 : 1)),
    open: project.isOpen,
    nextChangeAtMs: project.isOpen ? undefined : project.opensAt?.getTime(),
    settings: {
      ...project.settings,
      chatLimitOn: project.settings.chatLimitOn ?? false,
      reassignmentOn: project.settings.reassignmentOn ?? false,
    },
    version: project.version,
  };
}

/** @param version of the record */
export function memberOf(person: TestMember, version: number) {
  const { actor: one, disabled, available } = person;
  const [firstname = '', ...rest] = (one.name ?? '').split(' ');
  return {
    kind: ['guest', 'user'].includes(one.role ?? '') ? 'visitor' : 'teammate',
    id: one.id,
    idProjectUser: one.teammateId ?? '',
    role: one.role ?? '',
    status: disabled ? 'disabled' : 'active',
    fullName: one.name ?? '',
    email: one.email,
    userAvailable: available,
    firstname,
    lastname: rest.join(' '),
    trashed: false,
    isAuthenticated: one.role !== 'guest',
    recordJson: JSON.stringify(teammateRecord(person)),
    recordVersion: version,
  };
}

/** A membership as events carry it. */
export function teammateOf(project: TestProject, person: Actor): TeammateView {
  const now = new Date().toISOString();
  const known = project.members.get(person.id) ?? { actor: person, available: false, groups: [], disabled: true };
  const fixed = { roleType: 1, presence: { status: 'offline' }, isBusy: false, attributes: {}, settings: {}, tags: [] };
  const stamps = { createdBy: 'system', createdAt: now, updatedAt: now, __v: 1 };
  return TeammateView.parse({ ...fixed, ...stamps, ...teammateRecord(known) });
}

export function teammateRecord({ actor: one, available, limit, disabled }: TestMember) {
  const [firstname = '', ...rest] = (one.name ?? '').split(' ');
  const visitor = ['guest', 'user'].includes(one.role ?? '');
  const user = { _id: one.id, id: one.id, email: one.email ?? '', firstname, lastname: rest.join(' ') };
  return {
    _id: one.teammateId ?? newId(),
    id: one.teammateId,
    id_project: one.projectId,
    ...(visitor ? { uuid_user: one.id, profile: { firstname } } : { id_user: user }),
    role: one.role,
    user_available: available,
    isAuthenticated: true,
    ...(limit !== undefined && { max_served_chat: limit }),
    status: disabled ? 'disabled' : 'active',
    trashed: false,
  };
}

/** An unused request id. */
export const newRequestId = (projectId: string): string =>
  `support-group-${projectId}-${crypto.randomUUID().replaceAll('-', '')}`;
