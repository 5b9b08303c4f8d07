import { Agent, request } from 'node:http';

import type { Call } from './calls.ts';
import type { Operation } from './document.ts';
import { brokenEscape } from './junk.ts';

/** What came back. */
export interface Reply {
  status: number;
  /** Without its parameters; empty where there is none. */
  type: string;
  text: string;
}

/** Sends calls as they stand, however malformed. */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  send({ method, path }: Operation, call: Call, authorization?: string): Promise<Reply> {
    const headers = { ...(authorization !== undefined && { authorization }), ...call.headers };
    return new Promise((resolve, reject) => {
      const req = request(this.#url, {
        method,
        path: addressOf(path, call),
        agent: this.#agent,
        timeout: 30_000,
        headers,
      });
      req.on('response', (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const [type = ''] = (res.headers['content-type'] ?? '').split(';');
          resolve({ status: res.statusCode ?? 0, type, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      req.on('timeout', () => req.destroy(new Error('no answer in 30 s')));
      req.on('error', reject);
      if (call.body !== undefined) req.setHeader('content-length', Buffer.byteLength(call.body));
      req.end(call.body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function addressOf(path: string, { params, query }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => escaped(params[name] ?? ''));
  const search = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  return search === '' ? filled : `${filled}?${search}`;
}

/** As `encodeURIComponent`, but a lone surrogate becomes bytes that are no UTF-8, and a broken escape stays one. */
function escaped(text: string): string {
  if (text === brokenEscape) return text;
  return text.isWellFormed() ? encodeURIComponent(text) : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;
}
