import { type Actor, commonErrors, type DomainEvent, requestErrors, validationFailed } from '@parley/contracts';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { newId } from '@parley/service-kit/call';
import { appendToOutbox } from '@parley/service-kit/outbox';
import { actor, sharedByFiles, startTestService, type TestServiceOptions } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { startConversations } from '../src/service.ts';
import { type ConversationsService, conversationsApi } from './conversations-api.ts';
import { TopicFollower } from './follower.ts';
import { memberOf, newRequestId, routingContext, settingsOf, TestProject, teammateRecord } from './test-project.ts';

export type { ConversationsService };

/** Replicas of conversations, with fakes of workspace and bots that answer from `TestProject`s. */
export class ConversationsHarness {
  readonly projects = new Map<string, TestProject>();
  readonly #services: ConversationsService[] = [];
  readonly #followers: TopicFollower[] = [];
  readonly #fakes: TestServiceOptions<never>['fakes'];

  /** @param fakes of further services; without a fake a service is unavailable */
  constructor(fakes: TestServiceOptions<never>['fakes'] = {}) {
    this.#fakes = fakes;
  }

  /** Starts a replica; the first one creates the database, the others share it. */
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

  /** The second replica, started when it is first asked for. */
  async second(): Promise<ConversationsService> {
    return this.#services[1] ?? this.start();
  }

  async stopFollowers(): Promise<void> {
    for (const follower of this.#followers.splice(0)) await follower.stop();
  }

  async stop(): Promise<void> {
    await this.stopFollowers();
    for (const service of this.#services.splice(0).reverse()) await service.stop();
  }

  /** Follows a topic until `stopFollowers`; resolves with the first answer. @param service default: the first replica */
  follow(actor: Actor, topic: string, after?: string, service = this.first): Promise<TopicFollower> {
    return this.tryToFollow(actor, topic, after, service).joined();
  }

  /** The same for a follower who may be refused. */
  tryToFollow(actor: Actor, topic: string, after?: string, service = this.first): TopicFollower {
    const follower = new TopicFollower(service, actor, topic, after);
    this.#followers.push(follower);
    return follower;
  }

  /** A project with its default department; `ada` and `grace` are unavailable members, `linus` and `alan` no members. */
  async project(setUp: (project: TestProject) => void = () => undefined): Promise<TestProject> {
    const project = new TestProject();
    const { ada, grace } = project.personas;
    project.addMember({ actor: ada, available: false });
    project.addMember({ actor: grace, available: false });
    setUp(project);
    if (project.departments.length === 0) project.addDepartment();
    this.projects.set(project.projectId, project);
    await this.syncReadModels(project);
    return project;
  }

  /** Two departments, of `linus` and of `alan`, each with a group of their own. */
  async twoGroups(): Promise<{ project: TestProject; a: string; b: string; groupA: string }> {
    const [groupA, groupB] = [newId(), newId()];
    const project = await this.project((one) => {
      one.addMember({ actor: one.personas.linus, available: false, groups: [groupA] });
      one.addMember({ actor: one.personas.alan, available: false, groups: [groupB] });
      one.addDepartment({ name: 'A', id_group: groupA });
      one.addDepartment({ name: 'B', id_group: groupB });
    });
    const [a, b] = project.departments;
    return { project, a: a?._id ?? '', b: b?._id ?? '', groupA };
  }

  /** a project whose only agent is linus, with a request that vera has opened. */
  async openedRequest(
    text = 'Hello',
  ): Promise<{ project: TestProject; request_id: string; vera: Actor; linus: Actor }> {
    const project = await this.project((one) => one.addMember({ actor: one.personas.linus }));
    const { vera, linus } = project.personas;
    const request_id = newRequestId(project.projectId);
    await this.first.as(vera).sendMessage({ request_id, text });
    return { project, request_id, vera, linus };
  }

  /** Starts a conversation of `vera` and returns its id. */
  async conversation({ projectId, personas: { vera } }: TestProject, text = 'Hello'): Promise<string> {
    const request_id = newRequestId(projectId);
    const { status } = await this.first.as(vera).sendMessage({ request_id, text });
    expect(status).toBe(200);
    return request_id;
  }

  /** Updates the read models, as the events of workspace would. */
  async syncReadModels(project: TestProject): Promise<void> {
    const { readModels } = this.first.context;
    const { projectId } = project;
    const record = { _id: projectId, settings: settingsOf(project) };
    await readModels.keepProject({ projectId, id: projectId, version: project.version, deleted: false, record });
    for (const person of project.members.values()) {
      const record = teammateRecord(person);
      await readModels.keepTeammate(
        { projectId, id: record._id, version: project.version, deleted: false, record },
        person.actor.id,
      );
    }
    for (const department of project.departments) {
      const record = { ...department, id: department._id, id_project: projectId, hasBot: Boolean(department.id_bot) };
      await readModels.keepDepartment({ projectId, id: record._id, version: project.version, deleted: false, record });
    }
    const groups = new Set([...project.members.values()].flatMap((person) => person.groups));
    for (const id of groups) {
      const members = [...project.members.values()].filter((one) => one.groups.includes(id)).map((one) => one.actor.id);
      const record = { _id: id, enabled: true, trashed: false, members };
      await readModels.keepGroup({ projectId, id, version: project.version, deleted: false, record });
    }
  }

  /** Publishes an event of workspace; resolves when all consumers have handled it. */
  async publish(project: TestProject, event: DomainEvent, person: Actor): Promise<void> {
    const { db } = this.first;
    const aggregate = { noun: 'teammate', id: person.teammateId ?? '', version: project.version };
    await db.transaction(() =>
      appendToOutbox(db, [{ event, aggregate, projectId: project.projectId, actor: 'system' }]),
    );
    await this.first.settled();
    await this.queueIdle();
  }

  async addBot(project: TestProject, name = 'Robby', more: { root_id?: string } = {}): Promise<string> {
    const id = newId();
    const { projectId } = project;
    project.bots.push({ _id: id, name, ...more });
    const record = { _id: id, id, id_project: projectId, name, trashed: false, ...more };
    await this.first.context.readModels.keepBot({ projectId, id, version: project.version, deleted: false, record });
    return id;
  }

  get first(): ConversationsService {
    const [first] = this.#services;
    if (!first) throw new Error('no service is started');
    return first;
  }

  /** Resolves when no pass over a queue is running on any replica. */
  async queueIdle(): Promise<void> {
    for (const service of this.#services) await service.context.queue.idle();
  }

  #bots() {
    const botsOf = (projectId: string) => {
      const project = this.projects.get(projectId);
      if (!project || project.botsDown) throw commonErrors.dependency_down();
      return project.bots.map((bot) => ({
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
    const projectOf = (projectId: string): TestProject => {
      const project = this.projects.get(projectId);
      if (!project || project.workspaceDown) throw commonErrors.dependency_down();
      return project;
    };
    return fakeService(DirectoryServiceService, {
      getRoutingContext: async (request) => {
        const project = projectOf(request.idProject);
        await project.heldAnswers.shift();
        return routingContext(project, request.idDepartment);
      },
      resolveMembers: (request) => {
        const project = projectOf(request.idProject);
        const people = [...project.members.values()];
        const named = people.filter(({ actor: one }) =>
          request.ids.some((id) => id === one.id || id === one.teammateId),
        );
        const { version } = project;
        return { members: named.map((person) => memberOf(person, version)), missing: [], version };
      },
      getLabels: ({ idProject, lang }) => {
        const { labels, version } = projectOf(idProject);
        const known = labels.has(lang) ? lang : 'EN';
        return { lang: known, texts: labels.get(known) ?? {}, version };
      },
      getCannedResponses: ({ idProject, ids }) => ({
        responses: projectOf(idProject)
          .canned.filter(({ _id }) => ids.includes(_id))
          .map((record) => ({ id: record._id, version: 0, recordJson: JSON.stringify(record) })),
      }),
      ensureEndUser: (request) => {
        const project = projectOf(request.idProject);
        // As the real one: a visitor cannot have the id of a teammate.
        if (project.members.get(request.uuidUser)?.actor.kind === 'user') throw validationFailed([]);
        const visitor = actor({ projectId: project.projectId, kind: 'guest', role: 'guest', id: request.uuidUser });
        return { member: memberOf({ actor: visitor, available: false, groups: [] }, 0), created: true, version: 1 };
      },
    });
  }
}

export type SharedConversations = Omit<ConversationsHarness, 'start' | 'stop'>;

/** Of all files of this process that need no settings, fakes or tables of their own. */
export const sharedConversations: () => Promise<SharedConversations> = sharedByFiles(async () => {
  const harness = new ConversationsHarness();
  await harness.start();
  return harness;
});
