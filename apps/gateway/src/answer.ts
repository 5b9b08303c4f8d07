import type { ServerResponse } from 'node:http';

import { AppError, commonErrors } from '@parley/contracts';
import { problemAnswer } from '@parley/service-kit/call';
import { endAnswer } from '@parley/service-kit/http';

import { challengeFor } from './challenge.ts';
import type { GatewayCall } from './gateway-call.ts';

/** An error as sent to the caller; anything but an `AppError` becomes a 500 without details. */
export function writtenError(error: unknown, requestId: string): ReturnType<typeof problemAnswer> {
  return problemAnswer(error instanceof AppError ? error : commonErrors.internal({}, error), requestId);
}

/** Ends the answer with an error. If the answer has already begun, the connection is cut: half an answer must not look complete. */
export function answerError(res: ServerResponse, error: unknown, call: GatewayCall): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status, headers, body } = writtenError(error, call.requestId);
  res.statusCode = status;
  if (status === 401) res.setHeader('www-authenticate', challengeFor(call.headers));
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  answerText(res, body);
}

/** Ends the answer with a text; HEAD gets the same headers without it. */
export function answerText(res: ServerResponse, body: string | Buffer): void {
  res.setHeader('content-length', Buffer.byteLength(body));
  endAnswer(res, res.req.method === 'HEAD' ? undefined : body);
}
