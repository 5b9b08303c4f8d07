import { setTimeout as delay } from 'node:timers/promises';

import type { ReconciliationDifference } from '@parley/contracts';
import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { factOf } from '../conversation/request-fact.ts';
import { counts, factOf as messageFactOf } from '../message/message-fact.ts';
import type { RollupDifference } from '../rollup/rollup-comparison.repository.ts';
import { rawClockOf } from '../service-level/clock-fact.ts';
import { dayKey } from '../window/calendar.ts';
import { dayMs, Zone } from '../window/zone.ts';
import type { FactDifference, RunDay } from './fact-comparison.repository.ts';
import { Findings, type Reconciliation } from './reconciliation.ts';

const aliveMs = 3_000;
const asOfWaitMs = 60_000;
const asOfLookMs = 200;

/** The context of a run; the worker that runs it is itself a member of `Context`. */
type ComparisonContext = Pick<
  Context,
  | 'db'
  | 'log'
  | 'freshness'
  | 'reconciliations'
  | 'raw'
  | 'factComparison'
  | 'clockComparison'
  | 'rollupComparison'
  | 'participationComparison'
  | 'conversationsService'
> & { differing: { set(count: number): void } };

/**
 * Runs a comparison. If its process dies or stops, the run has failed and is not resumed.
 * @param signal aborts the run
 */
export async function compareFigures(
  context: ComparisonContext,
  { projectId, id, attempt }: Task,
  signal: AbortSignal,
): Promise<void> {
  const { reconciliations, raw } = context;
  const run = await reconciliations.get(projectId, id);
  if (run.status !== 'running') return;
  if (attempt > 1) return reconciliations.fail(projectId, id);
  const alive = setInterval(() => {
    reconciliations.heartbeat(run).catch((error) => context.log.warn({ err: error }, 'the heartbeat of a run failed'));
  }, aliveMs);
  try {
    const asOf = await readRaw(context, run, signal);
    await waitForEvents(context, asOf, signal);
    const findings = await compareDays(context, { ...run, asOf }, signal);
    if (run.isNightly) context.differing.set(findings.count);
  } catch (error) {
    context.log.warn({ err: error, projectId, run: id }, 'figures could not be compared');
    await reconciliations.fail(projectId, id);
  } finally {
    clearInterval(alive);
    await raw.forget(run);
  }
}

/** Copies the records of the conversations service in the window. @returns the time of the oldest snapshot */
async function readRaw(
  { raw, conversationsService }: ComparisonContext,
  run: Reconciliation,
  signal: AbortSignal,
): Promise<Date> {
  const { projectId, from, until } = run;
  const drafts = new Set<string>();
  const isWithin = ({ createdAt }: { createdAt: Date }) => createdAt >= from && createdAt < until;
  let asOf = new Date(0);
  for await (const { at, items } of conversationsService.requests(projectId)) {
    signal.throwIfAborted();
    asOf = at;
    for (const { draft, _id } of items) if (draft) drafts.add(_id);
    const facts = items.map((request) => factOf(request, at)).filter(isWithin);
    run.requests += facts.length;
    await raw.keepRequests(run, facts);
  }
  const seen = [asOf];
  for await (const { at, items } of conversationsService.messages(projectId)) {
    signal.throwIfAborted();
    asOf = at;
    const facts = items
      .filter(({ message }) => counts(message))
      .map(({ message, request, fromRequester }) => ({
        ...messageFactOf(message, request, fromRequester, at),
        isCounted: !drafts.has(request),
      }))
      .filter(isWithin);
    run.messages += facts.length;
    await raw.keepMessages(run, facts);
  }
  seen.push(asOf);
  for await (const { at, items } of conversationsService.clocks(projectId)) {
    signal.throwIfAborted();
    asOf = at;
    await raw.keepClocks(run, items.map(rawClockOf));
  }
  // Records newer than the oldest snapshot do not count as differences, nor does anything that changed between them.
  return new Date(Math.min(...[...seen, asOf].map((at) => at.getTime())));
}

async function waitForEvents({ freshness }: ComparisonContext, asOf: Date, signal: AbortSignal): Promise<void> {
  const until = Date.now() + asOfWaitMs;
  // The last snapshot was taken a little later than its time says, so waits until now.
  const wanted = new Date(Math.max(asOf.getTime(), Date.now()));
  for (;;) {
    const current = await freshness.at('conversations').catch(() => undefined);
    if (current && current >= wanted) return;
    if (Date.now() > until) throw new Error(`The events up to ${wanted.toISOString()} have not arrived.`);
    await delay(asOfLookMs, undefined, { signal });
  }
}

async function compareDays(
  context: ComparisonContext,
  run: Reconciliation & { asOf: Date },
  signal: AbortSignal,
): Promise<Findings> {
  const findings = new Findings();
  const facts: FactDifference[] = [];
  const rollups: RollupDifference[] = [];
  const { from, until, asOf, projectId } = run;
  for (const day of await context.factComparison.days(run)) {
    signal.throwIfAborted();
    const runDay = {
      run,
      asOf,
      from: new Date(Math.max(day * dayMs, from.getTime())),
      until: new Date(Math.min((day + 1) * dayMs, until.getTime())),
    };
    const found = await compareDay(context, runDay);
    facts.push(...found.facts);
    rollups.push(...found.rollups);
    if (run.isRepair) run.repaired += found.facts.length + found.rollups.length;
  }
  for (const difference of byDay(facts, await context.factComparison.rawCounts(run), new Zone(run.zone))) {
    findings.add(difference);
  }
  for (const difference of rollups) findings.add({ ...difference, records: [] });
  context.log.info({ projectId, run: run.id, differences: findings.count }, 'figures have been compared');
  await context.reconciliations.finish(run, findings);
  return findings;
}

/** Thrown to roll back the transaction of a day without changes to keep. */
class DiscardedTransaction extends Error {
  readonly found: { facts: FactDifference[]; rollups: RollupDifference[] };

  constructor(found: DiscardedTransaction['found']) {
    super('Nothing of this is kept.');
    this.found = found;
  }
}

/**
 * One transaction on one snapshot: sets facts to the records of the conversations service, then compares rollups with them. Rolled
 * back unless the run repairs.
 */
async function compareDay(context: ComparisonContext, runDay: RunDay): Promise<DiscardedTransaction['found']> {
  const { db, factComparison, clockComparison, rollupComparison, participationComparison } = context;
  const { projectId } = runDay.run;
  const within = { projectId, from: runDay.from, until: runDay.until };
  try {
    return await db.transaction(async () => {
      await db.query('set transaction isolation level repeatable read');
      const facts = [...(await factComparison.differences(runDay)), ...(await clockComparison.differences(runDay))];
      if (facts.length > 0) {
        await factComparison.repair(runDay, facts);
        await clockComparison.repair(runDay, facts);
      }
      const participants = await participationComparison.differences(within);
      const rollups = [...(await rollupComparison.differences(within)), ...participants];
      const found = { facts, rollups };
      if (!runDay.run.isRepair || facts.length + rollups.length === 0) throw new DiscardedTransaction(found);
      await rollupComparison.repair(within);
      await participationComparison.repair(within);
      return found;
    });
  } catch (error) {
    if (error instanceof DiscardedTransaction) return error.found;
    throw error;
  }
}

/** One difference per day of the zone and kind of record. */
function byDay(
  differences: readonly FactDifference[],
  rawCounts: readonly { kind: FactDifference['kind']; at: Date; count: number }[],
  zone: Zone,
): ReconciliationDifference[] {
  const nameOf = (kind: string, at: Date) => `${kind} ${zone.dayAt(at.getTime())}`;
  const raw = new Map<string, number>();
  for (const { kind, at, count } of rawCounts) raw.set(nameOf(kind, at), (raw.get(nameOf(kind, at)) ?? 0) + count);
  const groups = Map.groupBy(differences, ({ kind, createdAt }) => nameOf(kind, createdAt));
  return [...groups].map(([name, ofDay]) => {
    const [kind = '', day = ''] = name.split(' ');
    const expected = raw.get(name) ?? 0;
    const stored = ofDay.reduce((sum, one) => sum + one.stored - one.raw, expected);
    return {
      metric: `${kind}.count`,
      key: dayKey(Number(day)),
      ...{ stored, raw: expected },
      records: ofDay.map(({ id }) => id),
    };
  });
}
