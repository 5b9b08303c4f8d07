import type { IncomingMessage, ServerResponse } from 'node:http';

import { commonErrors } from '@parley/contracts';
import express, { type Express, type Request, type Response } from 'express';

import { answerError } from './answer.ts';
import type { Context } from './context.ts';
import { answerDocument } from './document.ts';
import { openDocuments } from './documents.ts';
import { callOf } from './gateway-call.ts';
import type { DemoNotice } from './home.ts';
import { healthz, readyz } from './operational.ts';
import { limitFile, limitPage, limitProbe } from './rate-limit.ts';
import type { Site } from './site.ts';

/** The Express application behind the front, for everything but API calls: console, widget, pages and probes. */
export function createApp(context: Context, site: Site, demo: () => DemoNotice | undefined): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get(['/healthz', '/readyz'], async (req, res, next) => {
    await limitProbe(context, callOf(req), req, res);
    next();
  });
  app.get('/healthz', healthz);
  app.get('/readyz', readyz(context));
  // Not by a route, which would decode the path and fail for malformed encodings.
  app.use(async (req, res, next) => {
    if (isRead(req) && site.owns(req.path)) await answerSite(context, site, req, res);
    else next();
  });
  app.use(async (req, res, next) => {
    await limitPage(context, callOf(req), res);
    next();
  });
  const documents = openDocuments(context.config.PUBLIC_URL, demo, () => site.applications());
  app.use(async (req, res, next) => {
    const document = isRead(req) && (await documents.get(req.path.replace(/\/$/, ''))?.());
    if (!document) next();
    else answerDocument(req, res, document);
  });
  app.use((req, res) => refuse(req, res, commonErrors.route_not_found()));
  // Express knows an error handler by its four parameters.
  app.use((error: unknown, req: IncomingMessage, res: ServerResponse, _next: () => void) => refuse(req, res, error));
  return app;
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** @throws commonErrors.route_not_found, rate_limited */
async function answerSite(context: Context, site: Site, req: Request, res: Response): Promise<void> {
  for (const [name, value] of Object.entries(site.headersAt(req.path))) res.setHeader(name, value);
  await limitFile(context, callOf(req), res);
  const found = await site.find(req);
  // A program calls the page that redirects people to the console.
  if (found === undefined)
    throw commonErrors.route_not_found(req.path === '/' ? { hint: 'The API is below /v3: GET /v3' } : undefined);
  if ('redirect' in found) res.setHeader('vary', 'Accept').redirect(found.redirect);
  else answerDocument(req, res, found);
}

function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  const call = callOf(req);
  call.failure = error;
  answerError(res, error, call);
}
