import { setTimeout as delay } from 'node:timers/promises';

import { amountOf, eventually } from '@parley/testkit';

import { type Customer, newRequestId, newVisitor } from './mesh.ts';

const writers = 3;
const messagesOfTalk = 8;
const patience = { timeoutMs: 60_000 };
/** Of a writer after each message: without it, they take whole processors for as long as a test waits for something else. */
const thinkMs = amountOf({ quick: 40, soak: 0 });
const lookEveryMs = amountOf({ quick: 100, soak: 20 });

/** What an answer said, and up to when it claimed to be complete. */
interface Seen {
  asOf: number;
  messages: number;
}

/** Visitors who write on and on, whatever becomes of the mesh, and a reader of the figures. */
export class Traffic {
  readonly visitors: string[] = [];
  readonly conversations: string[] = [];
  /** When each message was answered for; those whose answer was lost are not among them. */
  readonly sent: number[] = [];
  /** Codes of calls that had to be made again. */
  readonly refused: string[] = [];
  readonly #seen: Seen[] = [];
  readonly #url: string;
  readonly #projectId: string;
  readonly #reader: Customer;
  #stopping = false;
  #ended: Promise<unknown> = Promise.resolve();

  constructor({ url, projectId, reader }: { url: string; projectId: string; reader: Customer }) {
    this.#url = url;
    this.#projectId = projectId;
    this.#reader = reader;
  }

  start(): void {
    const loops = [this.#look(), ...Array.from({ length: writers }, () => this.#write())];
    this.#ended = Promise.all(loops);
  }

  /** Resolves when so many more messages were written. */
  async goesOn(more: number): Promise<void> {
    const wanted = this.sent.length + more;
    const enough = eventually(() => expect(this.sent.length).toBeGreaterThanOrEqual(wanted), patience);
    // A writer who has given up ends the wait.
    await Promise.race([enough, this.#ended.then(() => enough)]);
  }

  /** Resolves when an answer claims to hold everything up to now. */
  async isClaimed(): Promise<void> {
    const now = Date.now();
    await eventually(() => expect(this.#seen.at(-1)?.asOf).toBeGreaterThan(now), patience);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#ended;
  }

  /** Whatever was answered for before the time that an answer claimed was in it. */
  expectHonest(): void {
    const claiming = this.#seen.filter(({ asOf }) => asOf > (this.sent[0] ?? Number.POSITIVE_INFINITY));
    expect(claiming.length).toBeGreaterThan(0);
    const lacking = claiming.filter(({ asOf, messages }) => messages < this.sent.filter((at) => at <= asOf).length);
    expect(lacking).toEqual([]);
  }

  async #write(): Promise<void> {
    while (!this.#stopping) {
      const vera = await newVisitor(this.#url, this.#projectId, 'Vera');
      const requestId = newRequestId(this.#projectId);
      this.visitors.push(vera.id);
      this.conversations.push(requestId);
      for (let written = 0; written < messagesOfTalk; written++) {
        await eventually(() => this.#say(vera.customer, requestId), patience);
        await delay(thinkMs);
      }
    }
  }

  async #say(visitor: Customer, requestId: string): Promise<void> {
    const path = `/${this.#projectId}/requests/${requestId}/messages`;
    const { status, body } = await visitor.call('POST', path, { text: 'Where is my parcel?' });
    if (status !== 200) this.refused.push(body.code);
    expect(status).toBe(200);
    this.sent.push(Date.now());
  }

  async #look(): Promise<void> {
    for (; !this.#stopping; await delay(lookEveryMs)) {
      const answer = await this.#reader.call('GET', `/${this.#projectId}/analytics/messages/count`);
      if (answer.status !== 200) continue;
      const asOf = Date.parse(answer.headers.get('parley-as-of') ?? '');
      this.#seen.push({ asOf, messages: answer.body[0]?.totalCount ?? 0 });
    }
  }
}
