import { setTimeout as delay } from 'node:timers/promises';

import type { Endpoint } from '@parley/testkit';

import { SocketClient } from '../../../apps/all-in-one/test/client.ts';
import { lookAtAutomation } from './automation.ts';
import { pauseMs } from './calls.ts';
import { digestOf, type ReceivedFrame } from './history.ts';
import { answeredBy, type Person } from './project.ts';
import type { Stage } from './stage.ts';

const talksWithSockets = 2;

interface MessageRow {
  _id: string;
  seq: number;
  text: string;
}

/** Readers of messages: by lists, by sockets, and by a webhook. */
export class Readers {
  readonly #stage: Stage;
  readonly #receiver: Endpoint;
  readonly #sockets: { request: string; client: SocketClient }[] = [];

  constructor(stage: Stage, receiver: Endpoint) {
    this.#stage = stage;
    this.#receiver = receiver;
  }

  /** The first conversations have sockets, through every gateway. */
  follow(request: string): void {
    const { mesh, project, requests } = this.#stage;
    requests.push(request);
    if (requests.length > talksWithSockets) return;
    for (const url of mesh.gatewayUrls) {
      const client = new SocketClient(url, project.owner.token, [`/${project.id}/requests/${request}/messages`]);
      this.#sockets.push({ request, client });
      client.connect();
    }
  }

  /** Looks into conversations while they go on. */
  async watch(): Promise<void> {
    const { project, history, random, requests } = this.#stage;
    while (!this.#stage.isOver) {
      await delay(pauseMs);
      if (requests.length === 0) continue;
      const request = random.pick(requests);
      const messages = await this.#messagesOf(project.owner, request);
      if (messages) history.readings.push({ reader: 'list', request, messages, isLast: false });
    }
  }

  /** Reads everything as it is when all is well. */
  async lookLast(): Promise<void> {
    const { history, project, calls } = this.#stage;
    history.readings = history.readings.filter(({ isLast }) => !isLast);
    await this.#readLists();
    for (const [nth, { request, client }] of this.#sockets.entries()) {
      const messages = [...client.known.messages].map(([seq, message]) => heardOf({ ...message, seq }));
      history.readings.push({ reader: `socket ${nth}`, request, messages, isLast: true });
    }
    history.deliveries = this.#receiver.calls.map(({ headers, body }) => ({
      webhookId: String(headers['webhook-id']),
      id: body.payload._id,
    }));
    const figures = await calls.attempt(() => project.owner.call('GET', '/analytics/requests/count'));
    history.counted = figures?.status === 200 ? figures.body[0]?.totalCount : undefined;
    history.handedOver = await this.#withoutBot();
    history.automation = [];
    for (const request of this.#stage.requests) history.automation.push(await lookAtAutomation(this.#stage, request));
    for (const file of history.files) file.read = await this.#bytesOf(file.path);
  }

  /** A reader that was refused for an outage asks again, as clients do. */
  reconnect(): void {
    for (const { client } of this.#sockets) if (client.errors.splice(0).length > 0) client.cut();
  }

  close(): void {
    for (const { client } of this.#sockets) client.stop();
    this.#receiver.stop();
  }

  async #readLists(): Promise<void> {
    const { mesh, project, history, requests } = this.#stage;
    for (const [nth, url] of mesh.gatewayUrls.entries()) {
      const owner = project.owner.at(url);
      for (const request of requests) {
        const messages = await this.#messagesOf(owner, request);
        if (messages) history.readings.push({ reader: `list ${nth}`, request, messages, isLast: true });
      }
    }
  }

  async #withoutBot(): Promise<string[]> {
    const requests = new Set(this.#stage.history.sends.flatMap(({ request, isToBot }) => (isToBot ? [request] : [])));
    const gone: string[] = [];
    for (const request of requests) if ((await this.#stage.hasBot(request)) === false) gone.push(request);
    return gone;
  }

  async #messagesOf(person: Person, request: string): Promise<ReceivedFrame[] | undefined> {
    const path = `/requests/${request}/messages?limit=200`;
    const answer = await this.#stage.calls.attempt(() => person.call('GET', path));
    return answer?.status === 200 ? answer.body.map(heardOf) : undefined;
  }

  /** @returns their digest, or why there are none */
  async #bytesOf(path: string): Promise<string> {
    const address = `${this.#stage.mesh.url}/v3/files?path=${encodeURIComponent(path)}`;
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) });
      return answer.status === 200 ? digestOf(await answer.bytes()) : String(answer.status);
    } catch (error) {
      return String(error);
    }
  }
}

function heardOf({ _id: id, seq, text }: MessageRow): ReceivedFrame {
  const answers = answeredBy(text);
  return { seq, id, ...(/^\d+-\d+$/.test(text) && { key: text }), ...(answers !== undefined && { answers }) };
}
