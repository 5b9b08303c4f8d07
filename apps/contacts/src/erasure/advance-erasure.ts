import { isDeepStrictEqual } from 'node:util';

import { AppError, type SubjectCounts } from '@parley/contracts';
import { pause } from '@parley/service-kit/concurrency';
import type { Task } from '@parley/service-kit/tasks';

import type { SubjectHolder } from '../clients/subject.client.ts';
import type { WorkerContext } from '../context.ts';
import {
  type Erasure,
  finished,
  haveAllErased,
  isClean,
  receiptClaims,
  subjectOf,
  withErased,
  withRemaining,
  withRequests,
} from './erasure.ts';

/** A few rounds in quick succession: recent events may be unpublished still, and erasable a moment later. */
const pausesMs = [0, 100, 400, 1_000, 2_000];

/**
 * Asks every service to erase until all have answered and nothing is left. Idempotent, and safe to run concurrently.
 * @throws Error when something is left to do; the task is retried later
 */
export async function advanceErasure(context: WorkerContext, { projectId, payload }: Task): Promise<void> {
  let erasure = await context.erasures.get(projectId, (payload as { erasure: string }).erasure);
  for (const pauseMs of pausesMs) {
    if (erasure.status === 'done') return;
    await pause(pauseMs);
    erasure = await runRound(context, erasure);
  }
  if (erasure.status === 'done') return;
  const left = erasure.services.filter(({ status }) => status !== 'done').map(({ service }) => service);
  throw new Error(`Data is left in ${left.join(', ')}.`);
}

async function runRound(context: WorkerContext, current: Erasure): Promise<Erasure> {
  const { projectId, lead } = current;
  // If conversations does not answer, the others go on with the known requests; it is asked again before the end.
  const listed = await context.conversations.requestsOf(projectId, lead).catch(() => current.requests);
  const asked = withRequests(current, listed);
  const pending = asked.services.filter(({ status }) => status === 'pending').map(({ service }) => service);
  const erased = await answersOf(context, pending, (holder) => holder.erase(subjectOf(asked)));
  const stored = await storeIfChanged(context, current, withErased(asked, erased));
  if (!haveAllErased(stored)) throw unanswered(stored.services.filter(({ status }) => status === 'pending'));

  // The person may have opened another request meanwhile.
  const known = withRequests(stored, await context.conversations.requestsOf(projectId, lead));
  if (!haveAllErased(known)) return storeIfChanged(context, stored, known);
  const all = known.services.map(({ service }) => service);
  const remaining = await answersOf(context, all, (holder) => holder.count(subjectOf(known)));
  const silent = known.services.filter(({ service }) => !remaining.has(service));
  if (silent.length > 0) throw unanswered(silent);
  const counted = withRemaining(known, remaining);
  if (!isClean(counted)) return storeIfChanged(context, stored, counted);

  const at = new Date();
  const receipt = await context.workspace.signReceipt(receiptClaims(counted, at));
  return context.erasures.finish(finished(counted, receipt, at), at);
}

/** Stores the erasure only if the round changed it. */
async function storeIfChanged({ erasures }: WorkerContext, before: Erasure, erasure: Erasure): Promise<Erasure> {
  return isDeepStrictEqual(before, erasure) ? before : erasures.storeProgress(erasure, new Date());
}

function unanswered(services: readonly { service: string }[]): Error {
  return new Error(`No answer from ${services.map(({ service }) => service).join(', ')}.`);
}

/** Collects answers by service; failures are logged and left out. */
async function answersOf(
  { subjects, log }: WorkerContext,
  services: readonly string[],
  ask: (holder: SubjectHolder) => Promise<SubjectCounts>,
): Promise<Map<string, SubjectCounts>> {
  const answers = new Map<string, SubjectCounts>();
  const asked = subjects.filter(({ service }) => services.includes(service));
  await Promise.all(
    asked.map(async (holder) => {
      try {
        answers.set(holder.service, await ask(holder));
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'internal';
        log.warn({ service: holder.service, code }, 'a service has not answered about an erased person');
      }
    }),
  );
  return answers;
}
