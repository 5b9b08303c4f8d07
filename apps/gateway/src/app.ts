import type { IncomingMessage, ServerResponse } from 'node:http';

import { commonErrors } from '@parley/contracts';
import express, { type Express } from 'express';

import { answerError } from './answer.ts';
import type { Context } from './context.ts';
import { answerDocs } from './docs.ts';
import { exchangeOf } from './exchange.ts';
import type { Front } from './front.ts';
import { answerOpenApi, healthz, readyz } from './operational.ts';
import { openApiText } from './reference.ts';

/** The Express application: calls of the API leave it in its first layer, everything else is rare. */
export function createApp(context: Context, front: Front): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((req, res, next) => front.handle(req, res, next));
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(context));
  let reference: string | undefined;
  app.get('/openapi.json', (_req, res) => {
    reference ??= openApiText(context.config.PUBLIC_URL);
    answerOpenApi(res, reference);
  });
  app.get('/docs{/*file}', async (req, res, next) => {
    if (!(await answerDocs(req, res, context.config.PUBLIC_URL))) next();
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
