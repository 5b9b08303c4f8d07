import {
  type DeliveryState,
  deliveryApi,
  type EventEnvelope,
  type RequestInEvent,
  subscriptionApi,
} from '@parley/contracts';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { type EventBus, newId } from '@parley/service-kit';
import { Endpoint, fakeService, type Personas, personasOf, startTestService, type TestService } from '@parley/testkit';

import type { Context } from '../src/context.ts';
import { startWebhooks } from '../src/service.ts';

const api = { ...subscriptionApi, ...deliveryApi };
export type Webhooks = TestService<typeof api, Context>;

interface Surroundings {
  env?: Record<string, string | undefined>;
  bus?: EventBus;
  databaseUrl?: string;
}

const minute = 60_000;
export const hour = 60 * minute;

/** The service on a database of its own, with a clock that the test moves, and the receivers that it calls. */
export class Desk {
  service!: Webhooks;
  readonly receivers: Endpoint[] = [];
  /** Makes every signing fail while it is true. */
  workspaceIsAway = false;
  /** Called before each token is signed. */
  onSign: () => Promise<void> | undefined = () => undefined;
  #aheadMs = 0;
  #sequence = 0;

  readonly workspace = fakeService(IdentityServiceService, {
    signToken: async ({ claimsJson }) => {
      for (const _ of claimsJson) await this.onSign();
      if (this.workspaceIsAway) throw new Error('away');
      return { tokens: claimsJson.map((json) => `signed.${Buffer.from(json).toString('base64url')}.${newId()}`) };
    },
  });

  async start({ env, ...more }: Surroundings = {}): Promise<Webhooks> {
    this.service = await this.replica({ env, ...more });
    return this.service;
  }

  /** A service whose clock is this desk's. */
  async replica({ env, ...more }: Surroundings = {}): Promise<Webhooks> {
    const fakes = { workspace: this.workspace };
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

  /** Lets time pass, and all happen that is due then. */
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

  /** A receiver that an admin has subscribed. */
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

  /** Tells the service, and waits until nothing is due any more. */
  async tell(...events: EventEnvelope[]): Promise<void> {
    await this.publish(...events);
    await this.service.settled();
    // What does not fit its schema is no event of ours.
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

  /** A custom event of a record: the smallest there is. */
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

/** A request, as events hold it. */
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
