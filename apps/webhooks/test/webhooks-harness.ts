import {
  type DeliveryState,
  deliveryApi,
  type EventEnvelope,
  type RequestInEvent,
  requestErrors,
  subscriptionApi,
  thinRequestMembers,
} from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import type { EventBus } from '@parley/service-kit/bus';
import { newId } from '@parley/service-kit/call';
import { Endpoint, type Personas, personasOf, startTestService, type TestService } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import type { Context } from '../src/context.ts';
import { startWebhooks } from '../src/service.ts';

const api = { ...subscriptionApi, ...deliveryApi };
export type Webhooks = TestService<typeof api, Context>;

interface HarnessOptions {
  env?: Record<string, string | undefined>;
  bus?: EventBus;
  databaseUrl?: string;
}

const minute = 60_000;
export const hour = 60 * minute;

/** The service on its own database, with a clock that the test advances, and receivers to call. */
export class WebhooksHarness {
  service!: Webhooks;
  readonly receivers: Endpoint[] = [];
  /** While true, signing a token fails. */
  workspaceIsDown = false;
  /** While true, reading a request fails. */
  conversationsIsDown = false;
  /** Current requests of the conversations service, by `request_id`. */
  readonly requests = new Map<string, object>();
  /** Called before each request is read. */
  onRead: () => Promise<void> | undefined = () => undefined;
  /** Called before each token is signed. */
  onSign: () => Promise<void> | undefined = () => undefined;
  #aheadMs = 0;
  #sequence = 0;

  readonly workspace = fakeService(IdentityServiceService, {
    signToken: async ({ claimsJson }) => {
      for (const _ of claimsJson) await this.onSign();
      if (this.workspaceIsDown) throw new Error('unavailable');
      return { tokens: claimsJson.map((json) => `signed.${Buffer.from(json).toString('base64url')}.${newId()}`) };
    },
  });

  readonly conversations = fakeService(ConversationsServiceService, {
    getRequestFor: async ({ requestId }) => {
      await this.onRead();
      if (this.conversationsIsDown) throw new Error('unavailable');
      const record = this.requests.get(requestId);
      if (!record) throw requestErrors.request_not_found();
      return { id: '', requestId, status: 200, lastSeq: 1, recordJson: JSON.stringify(record) };
    },
  });

  async start({ env, ...more }: HarnessOptions = {}): Promise<Webhooks> {
    this.service = await this.replica({ env, ...more });
    return this.service;
  }

  /** A replica with the clock of this harness. */
  async replica({ env, ...more }: HarnessOptions = {}): Promise<Webhooks> {
    const fakes = { workspace: this.workspace, conversations: this.conversations };
    const settings = { OUTBOUND_ALLOW: '127.0.0.1', WEBHOOK_CALL_TIMEOUT: '500ms', ...env };
    const service = await startTestService(startWebhooks, { api, fakes, env: settings, ...more });
    service.context.clock.now = () => this.now();
    return service;
  }

  async stop(): Promise<void> {
    for (const receiver of this.receivers.splice(0)) receiver.stop();
    await this.service?.stop();
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** Advances the clock and runs everything that is due by then. */
  async pass(ms: number): Promise<void> {
    this.#aheadMs += ms;
    await this.service.runJob('expire-deliveries');
    await this.service.settled();
  }

  async receiver(answering?: Endpoint['answering']): Promise<Endpoint> {
    const receiver = await new Endpoint().start();
    if (answering) receiver.answering = answering;
    this.receivers.push(receiver);
    return receiver;
  }

  /** A receiver with a subscription made by an admin. */
  async subscribed(event: string, answering?: Endpoint['answering'], people: Personas = personasOf()) {
    const receiver = await this.receiver(answering);
    const owner = this.service.as(people.ada);
    const { status, body } = await owner.createSubscription({ event, target: receiver.url });
    if (status !== 200) throw new Error(JSON.stringify(body));
    const list = async (filter: { state?: DeliveryState } = {}) =>
      (await owner.listDeliveries({ subscription_id: body._id, limit: '200', ...filter })).body.deliveries;
    const get = async () => (await owner.getSubscription({ subscription_id: body._id })).body;
    return { people, owner, receiver, id: body._id, secret: body.secret ?? '', list, get };
  }

  /** Publishes events and waits until no delivery is due. */
  async publishAndSettle(...events: EventEnvelope[]): Promise<void> {
    await this.publish(...events);
    await this.service.settled();
    // An event that does not match its schema would end here.
    expect(await this.service.db.query('select error from dead_letter')).toEqual([]);
  }

  async publish(...events: EventEnvelope[]): Promise<void> {
    const batch = events.map((event) => ({
      ...{ id: event.id, projectId: event.idproject, type: event.type, text: JSON.stringify(event) },
    }));
    await this.service.bus.publish(batch, () => undefined);
  }

  event(projectId: string, type: string, data: unknown, more: Partial<EventEnvelope> = {}): EventEnvelope {
    this.#sequence += 1;
    return {
      ...{ specversion: '1.0', id: newId(), source: '/parley/conversations', type, idproject: projectId },
      ...{ subject: 'request/1', time: this.now().toISOString(), datacontenttype: 'application/json' },
      ...{ dataschema: `parley:${type}:1`, actor: 'system', aggregateversion: 1, partitionkey: newId() },
      ...{ sequence: String(this.#sequence).padStart(20, '0'), correlationid: newId(), depth: 0, data, ...more },
    };
  }

  /** The event of a message. @param request as the event carries it */
  messageCreated(request: Partial<RequestInEvent> & { id_project: string }, seq = 1, more: object = {}): EventEnvelope {
    const { id_project, request_id: recipient, _id: partitionkey = newId() } = request;
    const [id, at] = [newId(), this.now().toISOString()];
    const message = {
      ...{ _id: id, id, __v: 0, id_project, createdAt: at, updatedAt: at, createdBy: 'guest', seq },
      ...{ sender: 'guest', senderFullname: 'Vera', recipient, text: `text ${seq}`, type: 'text' },
      ...{ attributes: {}, status: 150, channel: { name: 'chat21' }, channel_type: 'group', audience: 'all', ...more },
    };
    const data = { request, message, isFirst: seq === 1, fromRequester: true };
    return this.event(id_project, 'message.created', data, { partitionkey });
  }

  /** A custom event, the smallest kind. */
  emitted(
    projectId: string,
    attributes: object = {},
    more: Partial<EventEnvelope> = {},
    name = 'cart.filled',
  ): EventEnvelope {
    const id = newId();
    const event = {
      ...{ _id: id, id, __v: 0, id_project: projectId, createdAt: this.now().toISOString() },
      ...{ updatedAt: this.now().toISOString(), name, attributes, status: 'stardard', createdBy: 'x' },
    };
    return this.event(projectId, 'event.emitted', { event }, { subject: `event/${id}`, ...more });
  }
}

/** The part of a request that `message.created` carries. */
export function thinOf(request: RequestInEvent): Partial<RequestInEvent> & { id_project: string } {
  const members = Object.entries(request).filter(([name]) => thinRequestMembers.includes(name));
  return { id_project: request.id_project, ...Object.fromEntries(members) };
}

/** A request in the form that events carry. */
export function requestOf(projectId: string, more: Partial<RequestInEvent> = {}): RequestInEvent {
  const id = more._id ?? newId();
  const at = new Date().toISOString();
  return {
    ...{ _id: id, id, __v: 1, id_project: projectId, createdAt: at, updatedAt: at, createdBy: 'guest' },
    ...{ request_id: `support-group-${projectId}-${id}`, ticket_id: '7', requester_id: 'guest', first_text: 'Hello' },
    ...{ status: 200, preflight: false, draft: false, participants: [], participantsAgents: [], participantsBots: [] },
    ...{ hasBot: false, channel: { name: 'chat21' }, channelOutbound: { name: 'chat21' }, priority: 'medium' },
    ...{ language: 'en', attributes: {}, smartAssignment: true, contact: {}, tags: [], notes: [], followers: [] },
    ...{
      snapshot: {},
      participatingAgents: [],
      participatingBots: [],
      lead: { _id: 'lead', lead_id: 'guest' },
      ...more,
    },
  } as RequestInEvent;
}
