import type { IncomingMessage, ServerResponse } from 'node:http';

import { commonErrors } from '@parley/contracts';
import express, { type Express } from 'express';

import { answerError } from './answer.ts';
import type { Context } from './context.ts';
import { answerDocument } from './document.ts';
import { openDocuments } from './documents.ts';
import { exchangeOf } from './exchange.ts';
import type { DemoNotice } from './home.ts';
import { healthz, readyz } from './operational.ts';
import { limitPage, limitProbe } from './rate-limit.ts';

/** The Express application behind the front, for what is no call of the API: pages and probes. */
export function createApp(context: Context, demo: () => DemoNotice | undefined): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get(['/healthz', '/readyz'], async (req, res, next) => {
    await limitProbe(context, exchangeOf(req), req, res);
    next();
  });
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(context));
  app.use(async (req, res, next) => {
    await limitPage(context, exchangeOf(req), res);
    next();
  });
  const documents = openDocuments(context.config.PUBLIC_URL, demo);
  app.get('/{*path}', async (req, res, next) => {
    const document = await documents.get(req.path.replace(/\/$/, ''))?.();
    if (document === undefined) next();
    else answerDocument(req, res, document);
  });
  app.use((req, res) => refuse(req, res, commonErrors.route_not_found()));
  // Express knows an error handler by its four parameters.
  app.use((error: unknown, req: IncomingMessage, res: ServerResponse, _next: () => void) => refuse(req, res, error));
  return app;
}

function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  const exchange = exchangeOf(req);
  exchange.failure = error;
  answerError(res, error, exchange.requestId);
}
