import {
  type DomainEvent,
  type EventEnvelope,
  type MessageView,
  messageCreated,
  type RequestInEvent,
  requestErrors,
} from '@parley/contracts';
import { ContactsServiceService, type FillLeadRequest } from '@parley/proto-gen/contacts/v1/contacts';
import {
  type AppendMessageRequest,
  type ApplyBotTurnRequest,
  ConversationsServiceService,
} from '@parley/proto-gen/conversations/v1/conversations';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { EventBus } from '@parley/service-kit/bus';
import { newId } from '@parley/service-kit/call';
import { type Personas, personasOf, sharedByFiles } from '@parley/testkit';
import { type FakeService, fakeService } from '@parley/testkit/fakes';

import { type Bots, startTestBots } from './bots.ts';

/** A message of a bot, as conversations received it. */
export interface SentMessage {
  text: string;
  type?: string;
  metadata?: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read attributes as a client would, without our types.
  attributes: any;
  language?: string;
}

/** A turn, as conversations applied it. */
export interface AppliedTurn {
  id: string;
  bot: string;
  name: string;
  says: SentMessage[];
  texts: string[];
  move: string;
  department: string;
}

/** Runs bots with fakes of the services around it, which record each applied turn once. */
export class BotsHarness {
  service!: Bots;
  readonly labels = new Map<string, string>();
  readonly departments = new Map<string, string>();
  readonly filled: FillLeadRequest[] = [];
  readonly conversations = new Map<string, TestConversation>();
  /** Called before a turn is applied, to delay or to fail it. */
  onApply: (call: ApplyBotTurnRequest) => Promise<void> | void = () => undefined;
  /** The same, before a message is appended. */
  onAppend: (call: AppendMessageRequest) => Promise<void> | void = () => undefined;

  async start(env: Record<string, string> = {}, more: { bus?: EventBus; databaseUrl?: string } = {}): Promise<Bots> {
    this.service = await startTestBots({ env, ...this.fakes(), ...more });
    return this.service;
  }

  async stop(): Promise<void> {
    await this.service?.stop();
  }

  fakes(): Record<'conversations' | 'workspace' | 'contacts', FakeService> {
    return {
      conversations: fakeService(ConversationsServiceService, {
        applyBotTurn: async (call) => {
          await this.onApply(call);
          return this.conversation(call.requestId).apply(call);
        },
        appendMessage: async (call, { actor }) => {
          await this.onAppend(call);
          return this.conversation(call.requestId).append(call, actor?.id ?? '');
        },
        getRequestFor: ({ requestId }, { actor }) => {
          const conversation = this.conversations.get(requestId);
          if (!conversation || (actor?.role === 'guest' && actor.id !== conversation.guest))
            throw requestErrors.request_not_found();
          const { id, status, seq: lastSeq } = conversation;
          return { id, requestId, status, lastSeq, recordJson: JSON.stringify(conversation.request()) };
        },
      }),
      workspace: fakeService(DirectoryServiceService, {
        getLabels: () => ({ lang: 'EN', texts: Object.fromEntries(this.labels), version: 1 }),
        getDepartment: ({ name }) => {
          const id = this.departments.get((name ?? '').toLowerCase());
          if (!id) throw requestErrors.department_not_found();
          const department = { id, name: name ?? '', routing: 'assigned', botOnly: false, groupIds: [] };
          return {
            department: { ...department, isDefault: false, status: 1, recordJson: '{}' },
            wasDefault: false,
            version: 1,
          };
        },
      }),
      contacts: fakeService(ContactsServiceService, {
        fillLead: (call) => {
          this.filled.push(call);
          return { lead: { id: call.id, leadId: '', status: 100, recordJson: '{}', version: 1 } };
        },
      }),
    };
  }

  conversation(requestId: string): TestConversation {
    const conversation = this.conversations.get(requestId);
    if (!conversation) throw requestErrors.request_not_found();
    return conversation;
  }

  /** A request in which these bots take part from the beginning. */
  open(people: Personas, ...bots: string[]): TestConversation {
    const conversation = new TestConversation(this, people.projectId, bots);
    this.conversations.set(conversation.requestId, conversation);
    return conversation;
  }

  /** A bot with intents, as an admin would make it. */
  async bot(intents: Record<string, unknown>[] = [], bot: Record<string, unknown> = {}, people = personasOf()) {
    const owner = this.service.as(people.ada);
    const { status, body } = await owner.createBot({ name: 'Robby', template: 'empty', ...bot });
    if (status !== 200) throw new Error(JSON.stringify(body));
    const operations = intents.map((intent) => ({ type: 'post' as const, intent }));
    const made = await owner.changeIntents({ id_faq_kb: body._id, operations });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return { people, owner, id: body._id, conversation: this.open(people, body._id) };
  }

  async publish(projectId: string, event: DomainEvent, more: Partial<EventEnvelope> = {}): Promise<EventEnvelope> {
    const envelope = {
      ...{ specversion: '1.0', id: newId(), source: '/parley/conversations', type: event.type, idproject: projectId },
      ...{ subject: 'request/1', time: new Date().toISOString(), datacontenttype: 'application/json' },
      ...{ dataschema: `parley:${event.type}:1`, actor: 'system', aggregateversion: 1, partitionkey: newId() },
      ...{ sequence: '1', correlationid: newId(), depth: 0, data: event.data, ...more },
    } as EventEnvelope;
    await this.deliver([envelope]);
    return envelope;
  }

  async deliver(events: readonly EventEnvelope[]): Promise<void> {
    const batch = events.map((event) => ({
      ...{ id: event.id, projectId: event.idproject, type: event.type, text: JSON.stringify(event) },
    }));
    await this.service.bus.publish(batch, () => undefined);
  }
}

/** Without what would change it for the other files. */
export type SharedBots = Pick<BotsHarness, 'service' | 'bot' | 'open'>;

/** Of all files of this process that need no settings, fakes or tables of their own. */
export const sharedBots: () => Promise<SharedBots> = sharedByFiles(async () => {
  const harness = new BotsHarness();
  await harness.start();
  return harness;
});

/** A conversation, as its events show it to bots. */
export class TestConversation {
  readonly id = newId();
  readonly requestId: string;
  readonly guest = newId();
  readonly lead = newId();
  readonly applied: AppliedTurn[] = [];
  readonly #harness: BotsHarness;
  readonly #projectId: string;
  readonly #createdAt = new Date().toISOString();
  bots: string[];
  status = 200;
  seq = 0;
  language = 'en';
  extra: Partial<RequestInEvent> = {};

  constructor(harness: BotsHarness, projectId: string, bots: string[]) {
    this.#harness = harness;
    this.#projectId = projectId;
    this.bots = bots;
    this.requestId = `support-group-${projectId}-${newId()}`;
  }

  request(): RequestInEvent {
    const at = this.#createdAt;
    const participants = this.bots.map((id) => `bot_${id}`);
    return {
      ...{ _id: this.id, id: this.id, __v: this.seq, id_project: this.#projectId, createdAt: at, updatedAt: at },
      ...{
        createdBy: this.guest,
        request_id: this.requestId,
        ticket_id: '7',
        requester_id: this.guest,
        first_text: 'Hello',
      },
      ...{ status: this.status as 200, preflight: false, draft: false, participants, participantsAgents: [] },
      ...{ participantsBots: this.bots, hasBot: this.bots.length > 0, channel: { name: 'chat21' } },
      ...{ channelOutbound: { name: 'chat21' }, priority: 'medium', language: this.language, attributes: {} },
      ...{ smartAssignment: true, contact: {}, tags: [], notes: [], followers: [], snapshot: {}, assigned_at: at },
      ...{
        lead: { _id: this.lead, lead_id: this.guest },
        participatingAgents: [],
        participatingBots: [],
        ...this.extra,
      },
    } as RequestInEvent;
  }

  /** Writes a message without delivering its event. */
  message(text: string, message: Partial<MessageView> = {}): EventEnvelope {
    this.seq += 1;
    const id = newId();
    const at = message.createdAt ?? new Date().toISOString();
    const sender = message.sender ?? this.guest;
    const event = messageCreated({
      request: this.request(),
      message: {
        ...{ _id: id, id, __v: 0, id_project: this.#projectId, createdAt: at, updatedAt: at, createdBy: sender },
        ...{ seq: this.seq, senderFullname: 'Vera', recipient: this.requestId, text, type: 'text', attributes: {} },
        ...{ status: 200, channel: { name: 'chat21' }, channel_type: 'group', audience: 'all', ...message, sender },
      },
      isFirst: this.seq === 1,
      fromRequester: sender === this.guest,
    });
    return {
      ...{
        specversion: '1.0',
        id: newId(),
        source: '/parley/conversations',
        type: event.type,
        idproject: this.#projectId,
      },
      ...{
        subject: `message/${id}`,
        time: at,
        datacontenttype: 'application/json',
        dataschema: 'parley:message.created:1',
      },
      ...{ actor: 'system', aggregateversion: 0, partitionkey: this.id, sequence: '1', correlationid: id, depth: 0 },
      data: event.data,
    } as EventEnvelope;
  }

  /** Writes a message and waits for the turns it starts. @returns the applied turn */
  async say(text: string, message: Partial<MessageView> = {}): Promise<AppliedTurn | undefined> {
    const event = this.message(text, message);
    await this.#harness.deliver([event]);
    await this.#harness.service.settled();
    await this.#harness.deliver(this.said());
    await this.#harness.service.settled();
    return this.applied.find(({ id }) => id === (event.data as { message: MessageView }).message._id);
  }

  /** Like `say`. @returns the texts of the answer */
  async ask(text: string, message: Partial<MessageView> = {}): Promise<string[]> {
    return (await this.say(text, message))?.texts ?? [];
  }

  apply(call: ApplyBotTurnRequest) {
    if (this.status >= 1000) throw requestErrors.request_closed();
    if (!this.bots.includes(call.idBot)) throw requestErrors.not_a_participant();
    if (!this.applied.some(({ id }) => id === call.turnId)) {
      const says = call.messagesJson.map((json) => JSON.parse(json) as SentMessage);
      const { turnId: id, idBot: bot, botName: name, move, idDepartment: department } = call;
      this.applied.push({ id, bot, name, says, texts: says.map(({ text }) => text), move, department });
      // The events that conversations would publish.
      for (const one of says) this.#heard.push(this.message(one.text, { sender: `bot_${bot}` }));
    }
    return { messagesJson: [], requestJson: '{}' };
  }

  /** Messages from responses of external bots, once per key. */
  readonly appended: (SentMessage & { key: string; bot: string })[] = [];

  append({ messageJson, dedupeKey: key }: AppendMessageRequest, bot: string) {
    if (this.status >= 1000) throw requestErrors.request_closed();
    if (!this.bots.includes(bot)) throw requestErrors.not_a_participant();
    const said = { ...(JSON.parse(messageJson) as SentMessage), key, bot };
    if (!this.appended.some((known) => known.key === key)) this.appended.push(said);
    return { messageJson };
  }

  readonly #heard: EventEnvelope[] = [];

  /** Events of the messages that bots have sent since the last call. */
  said(): EventEnvelope[] {
    return this.#heard.splice(0);
  }
}
