import {
  type Actor,
  commonErrors,
  customEventApi,
  type DomainEvent,
  directMessageApi,
  engineApi,
  feedApi,
  followerApi,
  messageApi,
  messageStatusApi,
  noteApi,
  participantApi,
  type RequestRecord,
  requestApi,
  requestEditApi,
  requestErrors,
  requestExportApi,
  requestTagApi,
  routingApi,
  TeammateView,
  transcriptApi,
} from '@parley/contracts';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { appendToOutbox, newId } from '@parley/service-kit';
import {
  actor,
  fakeService,
  personasOf,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '@parley/testkit';

import type { Context } from '../src/context.ts';
import { startConversations } from '../src/service.ts';

export const conversationsApi = {
  ...customEventApi,
  ...engineApi,
  ...feedApi,
  ...directMessageApi,
  ...followerApi,
  ...messageApi,
  ...messageStatusApi,
  ...noteApi,
  ...participantApi,
  ...requestApi,
  ...requestEditApi,
  ...requestExportApi,
  ...requestTagApi,
  ...routingApi,
  ...transcriptApi,
};
export type ConversationsService = TestService<typeof conversationsApi, Context>;

export interface Person {
  actor: Actor;
  available: boolean;
  limit?: number;
  groups: string[];
  disabled?: boolean;
}

export interface OfficeDepartment {
  _id: string;
  name: string;
  routing: 'assigned' | 'pooled' | 'fixed';
  id_bot?: string;
  id_group?: string;
  default: boolean;
}

/** A project as its workspace knows it; tests change it as they go. */
export class Office {
  readonly projectId = newId();
  readonly personas = personasOf(this.projectId);
  readonly people = new Map<string, Person>();
  readonly departments: OfficeDepartment[] = [];
  open = true;
  /** Closed until then, by its operating hours. */
  opensAt: Date | undefined;
  /** Workspace does not answer. */
  away = false;
  readonly bots: { _id: string; name: string; root_id?: string }[] = [];
  /** Bots does not answer. */
  botsAway = false;
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
  } = {};
  #version = 0;

  get isOpen(): boolean {
    return this.open && (!this.opensAt || this.opensAt.getTime() <= Date.now());
  }

  /** Somebody new with the role agent, unless said otherwise. */
  hire(facts: Partial<Omit<Person, 'actor'>> & { actor?: Actor; name?: string } = {}): Actor {
    const { name = `Agent ${this.people.size + 1}`, ...more } = facts;
    const person = facts.actor ?? actor({ projectId: this.projectId, name });
    this.people.set(person.id, { available: true, groups: [], ...more, actor: person });
    return person;
  }

  found(department: Partial<OfficeDepartment> = {}): OfficeDepartment {
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

  set(person: Actor, facts: Partial<Person>): void {
    Object.assign(this.people.get(person.id) ?? {}, facts);
  }

  get version(): number {
    this.#version += 1;
    return this.#version;
  }
}

/** Conversations with a workspace that answers from offices. */
export class Desk {
  readonly offices = new Map<string, Office>();
  readonly #services: ConversationsService[] = [];
  readonly #fakes: TestServiceOptions<never>['fakes'];

  /** @param fakes of services beside workspace; without them those are away */
  constructor(fakes: TestServiceOptions<never>['fakes'] = {}) {
    this.#fakes = fakes;
  }

  /** A replica; the first one makes the database, the others share it. */
  async start(env: Record<string, string> = {}): Promise<ConversationsService> {
    const [first] = this.#services;
    const service = await startTestService(startConversations, {
      api: conversationsApi,
      env: { ...first?.env, LOG_LEVEL: 'error', ...env },
      fakes: { workspace: this.#workspace(), bots: this.#bots(), ...this.#fakes },
      ...(first && { databaseUrl: first.databaseUrl, bus: first.bus }),
    });
    this.#services.push(service);
    return service;
  }

  async stop(): Promise<void> {
    for (const service of this.#services.splice(0).reverse()) await service.stop();
  }

  /** A project with its default department, `ada` and `grace` away from their desks, `linus` and `alan` not hired. */
  async office(setUp: (office: Office) => void = () => undefined): Promise<Office> {
    const office = new Office();
    const { ada, grace } = office.personas;
    office.hire({ actor: ada, available: false });
    office.hire({ actor: grace, available: false });
    setUp(office);
    if (office.departments.length === 0) office.found();
    this.offices.set(office.projectId, office);
    await this.copy(office);
    return office;
  }

  /** Brings the local copies up to date, as the events of workspace would. */
  async copy(office: Office): Promise<void> {
    const { copies } = this.first.context;
    const { projectId } = office;
    const project = { _id: projectId, settings: settingsOf(office) };
    await copies.keepProject({ projectId, id: projectId, version: office.version, deleted: false, record: project });
    for (const person of office.people.values()) {
      const record = teammateRecord(person);
      await copies.keepTeammate(
        { projectId, id: record._id, version: office.version, deleted: false, record },
        person.actor.id,
      );
    }
    for (const department of office.departments) {
      const record = { ...department, id: department._id, id_project: projectId, hasBot: Boolean(department.id_bot) };
      await copies.keepDepartment({ projectId, id: record._id, version: office.version, deleted: false, record });
    }
    const groups = new Set([...office.people.values()].flatMap((person) => person.groups));
    for (const id of groups) {
      const members = [...office.people.values()].filter((one) => one.groups.includes(id)).map((one) => one.actor.id);
      const record = { _id: id, enabled: true, trashed: false, members };
      await copies.keepGroup({ projectId, id, version: office.version, deleted: false, record });
    }
  }

  /** As workspace would tell it; resolves when everybody has heard it. */
  async tell(office: Office, event: DomainEvent, person: Actor): Promise<void> {
    const { db } = this.first;
    const aggregate = { noun: 'teammate', id: person.teammateId ?? '', version: office.version };
    await db.transaction(() =>
      appendToOutbox(db, [{ event, aggregate, projectId: office.projectId, actor: 'system' }]),
    );
    await this.first.settled();
    await this.quiet();
  }

  async bot(office: Office, name = 'Robby', more: { root_id?: string } = {}): Promise<string> {
    const id = newId();
    const { projectId } = office;
    office.bots.push({ _id: id, name, ...more });
    const record = { _id: id, id, id_project: projectId, name, trashed: false, ...more };
    await this.first.context.copies.keepBot({ projectId, id, version: office.version, deleted: false, record });
    return id;
  }

  get first(): ConversationsService {
    const [first] = this.#services;
    if (!first) throw new Error('no service is started');
    return first;
  }

  /** No pass over a queue is under way on any replica. */
  async quiet(): Promise<void> {
    for (const service of this.#services) await service.context.queue.idle();
  }

  #bots() {
    const botsOf = (projectId: string) => {
      const office = this.offices.get(projectId);
      if (!office || office.botsAway) throw commonErrors.dependency_down();
      return office.bots.map((bot) => ({
        ...{ id: bot._id, name: bot.name, trashed: false, version: 1 },
        recordJson: JSON.stringify(bot),
      }));
    };
    return fakeService(BotsServiceService, {
      getBots: ({ idProject, ids }) => ({ bots: botsOf(idProject).filter(({ id }) => ids.includes(id)) }),
      findBot: ({ idProject, name, slug }) => {
        const bot = botsOf(idProject).find((one) => one.name === name || one.name.toLowerCase() === slug);
        if (!bot) throw requestErrors.bot_not_found();
        return { bot };
      },
    });
  }

  #workspace() {
    const officeOf = (projectId: string): Office => {
      const office = this.offices.get(projectId);
      if (!office || office.away) throw commonErrors.dependency_down();
      return office;
    };
    return fakeService(DirectoryServiceService, {
      getRoutingContext: (request) => routingContext(officeOf(request.idProject), request.idDepartment),
      resolveMembers: (request) => {
        const office = officeOf(request.idProject);
        const people = [...office.people.values()];
        const named = people.filter(({ actor: one }) =>
          request.ids.some((id) => id === one.id || id === one.teammateId),
        );
        return { members: named.map(memberOf), missing: [], version: office.version };
      },
      getLabels: ({ idProject, lang }) => {
        const { labels, version } = officeOf(idProject);
        const known = labels.has(lang) ? lang : 'EN';
        return { lang: known, texts: labels.get(known) ?? {}, version };
      },
      ensureEndUser: (request) => {
        const office = officeOf(request.idProject);
        const visitor = actor({ projectId: office.projectId, kind: 'guest', role: 'guest', id: request.uuidUser });
        return { member: memberOf({ actor: visitor, available: false, groups: [] }), created: true, version: 1 };
      },
    });
  }
}

/** As the record of the project has them. */
function settingsOf({ settings }: Office) {
  return {
    chat_limit_on: settings.chatLimitOn,
    max_agent_assigned_chat: settings.maxAgentAssignedChat,
    reassignment_on: settings.reassignmentOn,
    reassignment_delay: settings.reassignmentDelay,
    auto_close_bot_hours: settings.autoCloseBotHours,
    auto_close_agent_hours: settings.autoCloseAgentHours,
    reopen_window_hours: settings.reopenWindowHours,
  };
}

function routingContext(office: Office, departmentId: string) {
  const department = office.departments.find((one) => (departmentId === '' ? one.default : one._id === departmentId));
  if (!department) return { groups: [], candidates: [], open: office.isOpen, version: office.version };
  const { id_group } = department;
  const candidates = [...office.people.values()]
    .filter(({ actor: { role }, disabled }) => !disabled && ['agent', 'admin', 'owner'].includes(role ?? ''))
    .filter(({ groups }) => !id_group || groups.includes(id_group));
  return {
    department: {
      id: department._id,
      name: department.name,
      routing: department.routing,
      idBot: department.id_bot,
      botOnly: false,
      idGroup: id_group,
      groupIds: [],
      isDefault: department.default,
      status: 1,
      recordJson: JSON.stringify({ ...department, id: department._id }),
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
    open: office.isOpen,
    nextChangeAtMs: office.isOpen ? undefined : office.opensAt?.getTime(),
    settings: {
      ...office.settings,
      chatLimitOn: office.settings.chatLimitOn ?? false,
      reassignmentOn: office.settings.reassignmentOn ?? false,
    },
    version: office.version,
  };
}

function memberOf({ actor: one, disabled, available }: Person) {
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
  };
}

/** The membership of somebody as events carry it. */
export function teammateOf(office: Office, person: Actor): TeammateView {
  const now = new Date().toISOString();
  const known = office.people.get(person.id) ?? { actor: person, available: false, groups: [], disabled: true };
  const fixed = { roleType: 1, presence: { status: 'offline' }, isBusy: false, attributes: {}, settings: {}, tags: [] };
  const stamps = { createdBy: 'system', createdAt: now, updatedAt: now, __v: 1 };
  return TeammateView.parse({ ...fixed, ...stamps, ...teammateRecord(known) });
}

function teammateRecord({ actor: one, available, limit, disabled }: Person) {
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

/** A request id that nobody has used. */
export const newRequestId = (projectId: string): string =>
  `support-group-${projectId}-${crypto.randomUUID().replaceAll('-', '')}`;

/** Seats by user id as the counters hold them, and as a recount finds them; both without zeros. */
export async function seatsOf(service: ConversationsService, projectId: string) {
  const counted = await service.db.query<{ id: string; held: number }>(
    'select id_user as id, held from seat where id_project = $1 and held <> 0 order by 1',
    [projectId],
  );
  const recount = await service.db.query<{ id: string; held: number }>(
    `select p as id, count(*)::int as held from request r, unnest(r.participants) p
      where r.id_project = $1 and r.status = 200 and not r.draft and r.working_status is distinct from 'pending'
        and p not like 'bot\\_%' group by p order by 1`,
    [projectId],
  );
  return { counted: toObject(counted), recount: toObject(recount) };
}

const toObject = (rows: { id: string; held: number }[]) => Object.fromEntries(rows.map(({ id, held }) => [id, held]));

/** Events of one request, oldest first, without their common part. */
export async function eventsOf(
  service: ConversationsService,
  id: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows = await service.db.query<{ event: string }>(
    'select event from outbox where partition_key = $1 order by seq',
    [id],
  );
  return rows.map(({ event }) => JSON.parse(event) as { type: string; data: Record<string, unknown> });
}

/** A request in the full form, as the owner sees it. */
export async function seen(service: ConversationsService, office: Office, requestId: string): Promise<RequestRecord> {
  const { body } = await service.as(office.personas.ada).getRequest({ request_id: requestId });
  return body as RequestRecord;
}
