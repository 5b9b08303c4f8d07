import type { IncomingMessage } from 'node:http';

import type { Actor, AnyEndpoint } from '@parley/contracts';

import type { Database } from '../database/database.ts';
import type { Secrets } from '../security/secrets.ts';
import { idempotencyKeyOf } from './headers.ts';
import { claimOf, once, sealingOf } from './idempotency.ts';
import { renderAnswer } from './rendered-answer.ts';
import { type Answered, answer, rendered } from './reply.ts';

/** One call of a raw operation, as an Idempotency-Key sees it. */
export interface RawCallOnce {
  db: Database;
  secrets: Secrets;
  endpoint: AnyEndpoint;
  actor: Actor;
  req: IncomingMessage;
  /** Identifies its body: a hash, a name. */
  content: string;
}

/**
 * For raw operations, whose body the kit does not know: does the work once per Idempotency-Key, as it is done for all
 * others; without a key, at once. What the work stores is committed with its answer.
 * @throws commonErrors.header_malformed, idempotency_key_reused, idempotency_in_progress
 */
export async function onceForBody<T extends object>(
  call: RawCallOnce,
  work: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  const { db, secrets, endpoint, actor, req, content } = call;
  const key = idempotencyKeyOf(req);
  if (key === undefined) return work();

  const [path = '', search = ''] = (req.url ?? '').split('?', 2);
  const claim = claimOf(secrets, endpoint, actor, { path, search, key, body: Buffer.from(content) });
  const { headers, body } = await once({ db, secrets: sealingOf(endpoint, secrets) }, claim, async () =>
    renderAnswer(endpoint, await work()),
  );
  return answer(rendered<T>(body), headers);
}
