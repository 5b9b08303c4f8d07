import type { IncomingMessage, ServerResponse } from 'node:http';

import { answerText } from './answer.ts';
import type { Context } from './context.ts';

const alive = Buffer.from(JSON.stringify({ status: 'ok' }));

/** `/healthz`: the process is alive. */
export function healthz(_req: IncomingMessage, res: ServerResponse): void {
  answerJson(res, 200, alive);
}

/** `/readyz`: every service behind the gateway, one by one. The operations port says whether the gateway itself takes calls. */
export function readyz({ health }: Context) {
  return async (_req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { httpStatus, body } = await health.report({ whole: true });
    if (httpStatus === 503) res.setHeader('retry-after', '1');
    answerJson(res, httpStatus, JSON.stringify(body));
  };
}

function answerJson(res: ServerResponse, status: number, body: string | Buffer): void {
  res.statusCode = status;
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('cache-control', 'no-store');
  answerText(res, body);
}
