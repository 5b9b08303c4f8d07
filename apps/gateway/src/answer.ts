import type { ServerResponse } from 'node:http';

import { AppError, commonErrors, gatewayErrors } from '@parley/contracts';
import { endAnswer, problemAnswer } from '@parley/service-kit';

/** Codes that are answered as text/plain: the old clients read a sentence there. Source: contract 00 section 4, 10 section 3. */
const plainCodes = new Set<string>([
  gatewayErrors.authorization_malformed().code,
  commonErrors.malformed_json().code,
  commonErrors.tls_required().code,
]);

export interface WrittenError {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An error as it goes over the wire; what is no refusal becomes a 500 that tells nothing. */
export function writtenError(error: unknown, requestId: string): WrittenError {
  const refusal = error instanceof AppError ? error : commonErrors.internal({}, error);
  const answer = problemAnswer(refusal, requestId);
  if (!plainCodes.has(refusal.code)) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
    body: refusal.message,
  };
}

/** Ends the answer with an error. Where one has begun already, the connection is cut: half an answer must not look whole. */
export function answerError(res: ServerResponse, error: unknown, requestId: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status, headers, body } = writtenError(error, requestId);
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  answerText(res, body);
}

/** Ends the answer with a text; HEAD gets the same headers without it. */
export function answerText(res: ServerResponse, body: string | Buffer): void {
  res.setHeader('content-length', Buffer.byteLength(body));
  endAnswer(res, res.req.method === 'HEAD' ? undefined : body);
}
