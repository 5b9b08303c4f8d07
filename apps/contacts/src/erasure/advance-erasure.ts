import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { AppError, type SubjectCounts } from '@parley/contracts';
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

/** What was told a moment ago is not published yet, and can be erased a moment later: that is worth a few looks. */
const pausesMs = [0, 100, 400, 1_000, 2_000];

/**
 * Asks every service to erase, until each has answered and has nothing left. May be repeated, also by two at once.
 * @throws Error when something is left to do: the task is due again later
 */
export async function advanceErasure(context: WorkerContext, { projectId, payload }: Task): Promise<void> {
  let erasure = await context.erasures.get(projectId, (payload as { erasure: string }).erasure);
  for (const pauseMs of pausesMs) {
    if (erasure.status === 'done') return;
    await delay(pauseMs);
    erasure = await runRound(context, erasure);
  }
  if (erasure.status === 'done') return;
  const left = erasure.services.filter(({ status }) => status !== 'done').map(({ service }) => service);
  throw new Error(`Something is left in ${left.join(', ')}.`);
}

async function runRound(context: WorkerContext, current: Erasure): Promise<Erasure> {
  const { projectId, lead } = current;
  // Where conversations does not answer, the others go on with what is known; it is asked again before the end.
  const listed = await context.conversations.requestsOf(projectId, lead).catch(() => current.requests);
  const asked = withRequests(current, listed);
  const pending = asked.services.filter(({ status }) => status === 'pending').map(({ service }) => service);
  const erased = await answersOf(context, pending, (holder) => holder.erase(subjectOf(asked)));
  const stored = await storeIfChanged(context, current, withErased(asked, erased));
  if (!haveAllErased(stored)) throw unanswered(stored.services.filter(({ status }) => status === 'pending'));

  // Who wrote in the meantime wrote in a request of his.
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

/** Where nothing has come of a round, nothing is stored. */
async function storeIfChanged({ erasures }: WorkerContext, before: Erasure, erasure: Erasure): Promise<Erasure> {
  return isDeepStrictEqual(before, erasure) ? before : erasures.storeProgress(erasure, new Date());
}

function unanswered(services: readonly { service: string }[]): Error {
  return new Error(`No answer from ${services.map(({ service }) => service).join(', ')}.`);
}

/** The answers of those that have answered. */
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
