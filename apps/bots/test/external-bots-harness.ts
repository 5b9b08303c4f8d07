import { Endpoint, eventually } from '@parley/testkit';

import { BotsHarness, type TestConversation } from './bots-harness.ts';

const quick = { OUTBOUND_ALLOW: '127.0.0.1', BOT_CALL_PAUSE: '20ms', BOT_CALL_TIMEOUT: '500ms' };

/** Adds external bots, each with its own endpoint. */
export class ExternalBotsHarness extends BotsHarness {
  readonly #endpoints: Endpoint[] = [];

  override start(env: Record<string, string> = {}, more: Parameters<BotsHarness['start']>[1] = {}) {
    return super.start({ ...quick, ...env }, more);
  }

  async endpoint(answering?: Endpoint['answering']): Promise<Endpoint> {
    const endpoint = await new Endpoint().start();
    if (answering) endpoint.answering = answering;
    this.#endpoints.push(endpoint);
    return endpoint;
  }

  async external(answering?: Endpoint['answering'], more: Record<string, unknown> = {}) {
    const endpoint = await this.endpoint(answering);
    const made = await this.bot([], { type: 'external', url: endpoint.url, ...more });
    const calls = async () => (await made.owner.listBotCalls({ bot: made.id })).body.calls;
    return { ...made, endpoint, calls };
  }

  /** Waits until a conversation has no turns left. */
  over({ id }: TestConversation): Promise<unknown> {
    return eventually(async () => {
      await this.service.settled();
      expect(await this.service.db.query('select id from turn where request = $1', [id])).toEqual([]);
    });
  }

  /** After each test. */
  tidy(): void {
    for (const endpoint of this.#endpoints.splice(0)) endpoint.stop();
    this.onAppend = () => undefined;
    this.onApply = () => undefined;
  }
}

/** An endpoint that answers with this JSON. */
export function json(value: unknown): Endpoint['answering'] {
  return (res) => res.end(JSON.stringify(value));
}

export function status(code: number, headers: Record<string, string> = {}): Endpoint['answering'] {
  return (res) => res.writeHead(code, headers).end();
}
