import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookHeaders } from '@parley/service-kit';

export interface EngineHeard {
  id: string;
  headers: IncomingMessage['headers'];
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an engine reads.
  json: any;
}

/** An external engine: takes calls, or answers them as a test wants. */
export class FakeEngine {
  readonly heard: EngineHeard[] = [];
  /** Status of the answer; 0 breaks the connection. */
  answer: (call: EngineHeard) => number = () => 200;
  readonly #server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const call = { id: String(req.headers['webhook-id']), headers: req.headers, body, json: JSON.parse(body) };
    this.heard.push(call);
    const status = this.answer(call);
    if (status === 0) res.destroy();
    else res.writeHead(status).end();
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/engine`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  of(requestId: string): EngineHeard[] {
    return this.heard.filter(({ json }) => json.data.request_id === requestId);
  }
}

/** A report of the engine, as it signs it. */
export function signed(secret: string, id: string, body: string, at = new Date()): Record<string, string> {
  return { 'content-type': 'application/json', ...webhookHeaders({ id, at, body }, [secret]) };
}
