import { isEventField, isOpen } from '@parley/contracts';

import { inFairOrder } from '../clock/in-fair-order.ts';
import type { Context } from '../context.ts';
import { HoursLines } from '../hours/hours-line.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { applyRule, type Occasion } from './apply-rule.ts';
import type { Rule } from './rule.ts';
import type { DueRule, StoredOccasion } from './rule-due.repository.ts';
import { RunsOfHour } from './runs-of-hour.ts';
import { anchorOf } from './timers.ts';

/** Applies the timers and delayed rules that are due by the database's clock. One that fails is tried again in the next round. */
export async function runDueRules(context: Context, over: AbortSignal): Promise<void> {
  const failed: string[] = [];
  while (!over.aborted) {
    const due = await context.ruleDues.due(failed);
    if (due.length === 0) return;
    const rules = await context.rules.enabled();
    const runs = new RunsOfHour(context);
    await inFairOrder(
      due,
      ({ request }) => request,
      async (one) => {
        const rule = rules.get(one.projectId)?.find(({ id }) => id === one.rule);
        if (!over.aborted && !(await isDone(context, rule, one, runs)))
          failed.push(`${one.rule} ${one.request} ${one.key}`);
      },
    );
  }
}

async function isDone(context: Context, rule: Rule | undefined, due: DueRule, runs: RunsOfHour): Promise<boolean> {
  try {
    const { requestId } = due;
    if (rule && requestId !== null) {
      if (await isPostponed(context, rule, due)) return true;
      const place = { projectId: due.projectId, request: due.request, requestId };
      const occasion = due.event ? delayed(rule, due.event) : timed(rule, due);
      const outcome = await applyRule(context, rule, { ...place, ...occasion });
      const applied = Number(outcome === 'applied');
      const figures = { evaluated: 1, matched: 1, applied, failed: Number(outcome === 'failed') };
      if (outcome !== 'repeated') await context.rules.count(due.projectId, new Map([[rule.id, figures]]));
      if (outcome === 'applied') await runs.add(rule, place);
    }
    await context.ruleDues.done(due);
    return true;
  } catch (error) {
    context.log.warn({ err: error, projectId: due.projectId }, 'a due rule could not be applied');
    return false;
  }
}

/** A timer that counts open time is due later, by the hours of now. */
async function isPostponed(context: Context, { timer }: Rule, due: DueRule): Promise<boolean> {
  if (!timer || timer.hours === 'always') return false;
  const hours = await context.calendars.hours(due.projectId);
  const at = new HoursLines([{ since: 0, hours }]).of(timer.hours).after(due.anchor.getTime(), timer.ms);
  if (at === undefined || at <= due.dueAt.getTime()) return at === undefined;
  await context.ruleDues.postpone(due, new Date(at));
  return true;
}

type Reason = Omit<Occasion, 'projectId' | 'request' | 'requestId'>;

function timed({ timer }: Rule, { anchor }: DueRule): Reason {
  const _id = `timer:${anchor.getTime()}`;
  return {
    ...{ chain: _id, cause: { depth: 1 } },
    event: { _id, type: 'timer', time: anchor.toISOString() },
    isOver: (current) => {
      const now = timer && anchorOf[timer.since](current);
      return now?.getTime() === anchor.getTime() ? undefined : 'moved';
    },
  };
}

function delayed({ cancelOn, match, filters }: Rule, { event, chain, cause, isMet, heard }: StoredOccasion): Reason {
  const came = {
    requester_message: ({ lastRequesterAt }: RequestWithCopies) => (lastRequesterAt?.getTime() ?? 0) > heard.requester,
    team_message: ({ lastTeamAt }: RequestWithCopies) => (lastTeamAt?.getTime() ?? 0) > heard.team,
    closed: ({ status }: RequestWithCopies) => !isOpen(status),
  };
  const isDecided = match === 'any' && isMet;
  const conditions = { match, filters: isDecided ? [] : filters.filter(({ field }) => !isEventField(field)) };
  return {
    ...{ event, chain, cause, conditions },
    isOver: (current) => cancelOn.find((word) => came[word](current)),
  };
}
