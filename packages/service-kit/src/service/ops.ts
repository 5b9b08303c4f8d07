import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { AppError } from '@parley/contracts';
import findMyWay from 'find-my-way';

import type { OpsRoute } from '../call/ops-route.ts';
import { statusOfKind } from '../call/problem.ts';
import { readBody } from '../http/body.ts';
import { handleCalls } from '../http/calls.ts';
import { addressOf, drain, listen } from '../http/server.ts';
import type { Health } from '../observability/health.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';

export interface OpsOptions {
  host: string;
  /** 0: any free one. */
  port: number;
  health: Health;
  metrics: Metrics;
  log: Logger;
}

/** The private port of a service: probes, metrics, repair. Never reached through the gateway. */
export interface OpsServer {
  address: string;
  add(routes: readonly OpsRoute[]): void;
  stop(): Promise<void>;
}

const bodyLimit = 65_536;

/** Serves `/healthz`, `/readyz`, `/metrics` and the repair routes of the event machinery. */
export async function startOpsServer({ host, port, health, metrics, log }: OpsOptions): Promise<OpsServer> {
  const router = findMyWay({ ignoreTrailingSlash: true });
  const add = (routes: readonly OpsRoute[]) => {
    for (const route of routes) router.on(route.method === 'get' ? 'GET' : 'POST', route.path, () => {}, route);
  };
  add([
    // A process that answers is alive: one that waits for its database must not be killed for it.
    { method: 'get', path: '/healthz', handle: async () => ({ status: 200, body: { status: 'ok' } }) },
    {
      method: 'get',
      path: '/readyz',
      async handle() {
        const { httpStatus, body } = await health.report();
        return { status: httpStatus, body };
      },
    },
  ]);

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 });
  handleCalls(server, (req, res) => {
    answer(router, metrics, req, res).catch((error: unknown) => {
      log.error({ err: error }, 'an operations call failed');
      if (!res.headersSent) writeJson(res, statusOf(error), { code: codeOf(error) });
    });
  });
  await listen(server, port, host);
  return { address: addressOf(server, host), add, stop: () => drain(server, { drainMs: 1_000 }) };
}

async function answer(
  router: ReturnType<typeof findMyWay>,
  metrics: Metrics,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://ops');
  if (url.pathname === '/metrics') {
    const text = await metrics.text();
    res.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
    return;
  }
  const found = router.find(req.method === 'POST' ? 'POST' : 'GET', req.url ?? '/');
  if (found === null) {
    writeJson(res, 404, { code: 'route_not_found' });
    return;
  }
  const body = parse(await readBody(req, bodyLimit));
  const input = { params: found.params, query: Object.fromEntries(url.searchParams), body };
  const outcome = await (found.store as OpsRoute).handle(input);
  writeJson(res, outcome.status, outcome.body);
}

function parse(body: Buffer): unknown {
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
  } catch {
    // No input fits it: the route answers with what it wants.
    return undefined;
  }
}

function writeJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function statusOf(error: unknown): number {
  return error instanceof AppError ? statusOfKind[error.kind].http : 500;
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : 'internal';
}
