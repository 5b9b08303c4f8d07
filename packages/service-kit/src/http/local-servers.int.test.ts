import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { defineApi } from '@parley/contracts';
import { z } from 'zod';

import { createHealth } from '../observability/health.ts';
import { createLogger } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { noTracing } from '../observability/tracing.ts';
import { actorTokens } from '../security/actor-token.ts';
import { secretsUnder } from '../security/secrets.ts';
import { readBody } from './body.ts';
import { implement } from './implement.ts';
import { type HttpServer, type LocalServers, startHttpServer } from './server.ts';

const api = defineApi('conversations', {
  sendText: {
    method: 'post',
    path: '/v3/texts',
    role: 'public',
    right: 'none',
    body: z.object({ text: z.string() }),
    response: z.object({ text: z.string() }),
    errors: [],
    summary: '',
    tag: '',
  },
});

const key = randomBytes(32);
const actors = actorTokens({ key, service: 'conversations' });
const localServers: LocalServers = new Map();
const lines: string[] = [];
let released = Promise.resolve();
let service: HttpServer;

beforeAll(async () => {
  service = await startHttpServer({
    ...{ context: undefined, actors, secrets: secretsUnder([key]), tracing: noTracing, checkAnswers: true },
    log: createLogger({ service: 'conversations', level: 'debug', to: { write: (line) => void lines.push(line) } }),
    ...{ metrics: createMetrics('conversations'), health: createHealth() },
    routes: implement(api, {
      sendText: async (_context, _actor, { text }) => {
        await released;
        return { text };
      },
    }).routes,
    ...{ host: '127.0.0.1', port: 0, drainMs: 1_000, localServers },
  });
});

/**
 * Calls through a gateway in this process, which reads the body.
 * @param onGivenUp the gateway answers at once, and reports when that is done
 */
async function call(body: string, onGivenUp?: () => void) {
  const listener = localServers.get(service.address);
  const token = await actors.sign({ kind: 'none', id: '' }, 'conversations');
  const handled = Promise.withResolvers<void>();
  const gateway = createServer(async (req, res) => {
    await readBody(req, 100);
    req.headers['parley-actor'] = token;
    const done = listener?.(req, res);
    if (onGivenUp) res.once('close', onGivenUp).writeHead(503, { 'content-length': 4 }).end('gone');
    await done;
    handled.resolve();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/v3/texts`;
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const heard = [answer.status, await answer.text()];
  await handled.promise;
  await new Promise((resolve) => gateway.close(resolve));
  return heard;
}

it('takes a call in its process, with the body that has been read already', async () => {
  expect(await call('{"text":"hello"}')).toEqual([200, '{"text":"hello"}']);
  expect((await call('{"text":'))[0]).toBe(400);
});

it('leaves the answer alone that a gateway has given for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  released = promise;
  lines.length = 0;
  expect(await call('{"text":"late"}', resolve)).toEqual([503, 'gone']);

  expect(lines.map((line) => JSON.parse(line).outcome)).toEqual(['ok']);
});

it('is no longer there when it has stopped', async () => {
  expect([...localServers.keys()]).toEqual([service.address]);
  await service.stop();
  expect(localServers.size).toBe(0);
});
