import { type EventEnvelope, isEventField } from '@parley/contracts';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';

import { inFairOrder } from '../clock/in-fair-order.ts';
import { heldOf, holds, mayHold, type Subject } from '../condition/evaluate.ts';
import { frozenRequest } from '../condition/frozen-request.ts';
import type { Context } from '../context.ts';
import { actorIn } from '../directory/actor-in.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { applyRule, type Outcome } from './apply-rule.ts';
import type { RuleFigures } from './rule.repository.ts';
import type { Rule } from './rule.ts';
import { listens, type Occurrence, occurrenceOf, occurringTypes } from './rule-event.ts';
import { type EventRow, eventOf } from './rule-reader.repository.ts';
import { RunsOfHour } from './runs-of-hour.ts';
import { armTimers } from './timers.ts';

const batchEvents = 500;
/** Most of them only read, and what is read together shares a statement. */
const together = { concurrency: 16, perProject: 8 };

/** A round that takes longer is followed by the next one at once: meanwhile as much has come as it has done. */
const longRoundMs = 100;

/** Runs the rules until a round is short. */
export async function runRules(context: Context, over: AbortSignal): Promise<void> {
  let isLong: boolean;
  do {
    const began = performance.now();
    const read = await runRound(context, over);
    isLong = read > 0 && performance.now() - began > longRoundMs;
  } while (isLong && !over.aborted);
}

/**
 * Runs the rules for what was committed since the last round. A project without enabled rules costs nothing here, and none costs a
 * send anything. Repeated after a crash it finds the runs that are done.
 * @returns how many events it has read
 */
async function runRound(context: Context, over: AbortSignal): Promise<number> {
  const rules = await context.rules.enabled();
  if (rules.size === 0) return 0;
  const { seq: end } = await context.feed.end();
  const oldest = Math.min(...[...rules.values()].flat().map(({ since }) => since));
  const projects = [...rules.keys()];
  let from = await context.ruleReader.place(oldest);
  let read = 0;
  while (from.seq < end && !over.aborted) {
    const of = { projects, types: occurringTypes, limit: batchEvents };
    const rows = await context.ruleReader.events(from, end, of);
    read += rows.length;
    const last = rows.length === batchEvents ? rows.at(-1) : undefined;
    const to = last ? { seq: last.seq, at: last.at } : { seq: end, at: rows.at(-1)?.at ?? from.at };
    const figures = new Figures();
    const runs = new RunsOfHour(context);
    await inOrderOfRequests(rows, async (row) => {
      const known = (rules.get(row.projectId) ?? []).filter(({ since }) => since < row.seq);
      if (known.length > 0) await runFor(context, known, eventOf(row), row.request, { figures, runs });
    });
    await figures.store(context);
    await context.ruleReader.move(from, to);
    from = to;
  }
  return read;
}

interface Group {
  projectId: string;
  key: string;
  rows: EventRow[];
}

/** The events of a request one after the other, different requests at once. A failed one ends the round, which is then repeated. */
async function inOrderOfRequests(rows: readonly EventRow[], run: (row: EventRow) => Promise<void>): Promise<void> {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const { projectId, request } = row;
    const key = `${projectId} ${request}`;
    const group = groups.get(key) ?? { projectId, key: request, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const failures: unknown[] = [];
  await inFairOrder(
    [...groups.values()],
    ({ key }) => key,
    async (group) => {
      try {
        for (const row of group.rows) await run(row);
      } catch (error) {
        failures.push(error);
      }
    },
    together,
  );
  if (failures.length > 0) throw failures[0];
}

async function runFor(
  context: Context,
  rules: readonly Rule[],
  envelope: EventEnvelope,
  partition: string,
  { figures, runs }: { figures: Figures; runs: RunsOfHour },
): Promise<void> {
  const occurrence = occurrenceOf(envelope);
  if (!occurrence) return;
  const event = new EventRun(context, occurrence, runs);
  await armTimers(context, rules, occurrence, () => event.record());
  const listening = rules.filter((rule) => listens(rule, occurrence));
  if (listening.length === 0 || !(await event.isFromOneWhoSees())) return;

  const subject = await event.subject(listening);
  for (const rule of listening) {
    const outcome = subject && holds(rule, subject) ? await event.run(rule, subject, partition) : 'unmatched';
    if (outcome !== 'repeated') figures.add(occurrence.projectId, rule.id, outcome);
    if (rule.stop && (await event.wasApplied(rule, outcome))) break;
  }
}

/** What a batch of events has meant for rules, by project and rule. */
class Figures {
  readonly #projects = new Map<string, Map<string, RuleFigures>>();

  add(projectId: string, rule: string, outcome: Outcome | 'delayed'): void {
    const known = this.#projects.get(projectId) ?? new Map<string, RuleFigures>();
    const { evaluated, matched, applied, failed } = known.get(rule) ?? {
      evaluated: 0,
      matched: 0,
      applied: 0,
      failed: 0,
    };
    known.set(rule, {
      evaluated: evaluated + 1,
      matched: matched + Number(outcome !== 'unmatched'),
      applied: applied + Number(outcome === 'applied'),
      failed: failed + Number(outcome === 'failed'),
    });
    this.#projects.set(projectId, known);
  }

  async store({ rules }: Context): Promise<void> {
    for (const [projectId, figures] of this.#projects) await rules.count(projectId, figures);
  }
}

/** One event and the rules that meet it. */
class EventRun {
  readonly #context: Context;
  readonly #occurrence: Occurrence;
  readonly #runs: RunsOfHour;
  #record: Promise<RequestWithCopies | undefined> | undefined;
  #chain: Promise<string> | undefined;

  constructor(context: Context, occurrence: Occurrence, runs: RunsOfHour) {
    this.#context = context;
    this.#occurrence = occurrence;
    this.#runs = runs;
  }

  /** The request as it is now; `undefined`: it is gone. */
  record(): Promise<RequestWithCopies | undefined> {
    const { projectId, requestId } = this.#occurrence;
    this.#record ??= this.#context.requestQueries.getByKey(projectId, requestId);
    return this.#record;
  }

  /** A custom event counts for the requests that the one who emitted it sees. */
  async isFromOneWhoSees(): Promise<boolean> {
    const { emitter, projectId, requestId } = this.#occurrence;
    if (emitter === undefined) return true;
    const request = await this.record();
    if (!request) return false;
    if (emitter === request.requester || request.participants.includes(emitter)) return true;
    if (emitter.startsWith('bot_') || emitter.startsWith('rule_') || emitter === 'system') return true;
    const actor = await actorIn(this.#context, projectId, { kind: 'user', id: emitter });
    if (!actor) return false;
    const seen = this.#context.requestQueries.checkVisible(actor, projectId, requestId).then(() => true);
    return (await undefinedIfNotFound(seen)) ?? false;
  }

  /** What rules are judged on; `undefined`: none of them can be met. */
  async subject(rules: readonly Rule[]): Promise<Subject | undefined> {
    const { projectId, whole, values, time } = this.#occurrence;
    const now = Date.parse(time);
    const possible = rules.filter((rule) => mayHold(rule, values, now));
    if (possible.length === 0) return undefined;
    // The value when the event was made; where the event does not carry it, the current one.
    const record = whole ? undefined : await this.record();
    if (!whole && (!record || record.draft || record.preflight)) return undefined;
    const moment = { event: values, now, surroundings: await this.#context.surroundings.of(projectId, possible) };
    if (whole) return { ...frozenRequest(whole), ...moment };
    return record && { request: record, lead: record.copies.lead, ...moment };
  }

  /** Applies a rule that is met, or puts it off by its delay. */
  async run(rule: Rule, subject: Subject, partition: string): Promise<Outcome | 'delayed'> {
    const { id, type, time, projectId, requestId, values, cause } = this.#occurrence;
    const request = (await this.record())?.id ?? partition;
    const occasion = { event: { _id: id, type, time }, values, chain: await this.#chainId(), cause };
    if (rule.delay > 0) {
      const { lastRequesterAt, lastTeamAt } = subject.request;
      const heard = { requester: lastRequesterAt?.getTime() ?? 0, team: lastTeamAt?.getTime() ?? 0 };
      const isMet = heldOf(rule, subject).some(
        ({ holds: isTrue }, at) => isTrue && isEventField(rule.filters[at]?.field ?? ''),
      );
      const { values: _values, ...kept } = occasion;
      await this.#context.ruleDues.delay(projectId, rule.id, request, rule.delay, { ...kept, isMet, heard });
      return 'delayed';
    }
    const outcome = await applyRule(this.#context, rule, { projectId, requestId, request, ...occasion });
    if (outcome === 'applied') await this.#runs.add(rule, { projectId, requestId });
    return outcome;
  }

  /** By this round, or by one that was cut off. */
  async wasApplied({ id: rule }: Rule, outcome: Outcome | 'delayed'): Promise<boolean> {
    if (outcome !== 'repeated') return outcome === 'applied';
    const { projectId, id: event } = this.#occurrence;
    const request = (await this.record())?.id ?? '';
    return (await this.#context.ruleRuns.resultOf({ projectId, rule, request, event })) === 'applied';
  }

  #chainId(): Promise<string> {
    const { projectId, id, causedBy } = this.#occurrence;
    this.#chain ??= this.#context.ruleRuns.chainOf(projectId, id, causedBy);
    return this.#chain;
  }
}
