import {
  type ActionInput,
  type ActionOutcomeView,
  AppError,
  type DecisionView,
  type HistoryVerb,
  refusalOf,
  requestUpdated,
} from '@parley/contracts';

import type { Context } from '../context.ts';
import { isOfOthers } from '../mention/mentions.ts';
import type { Facts, Needs } from '../request/facts.ts';
import { type Change, finish, type PendingEvent, unchanged } from '../request-state/change.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import type { UpdateOptions } from '../request-store/request.repository.ts';
import type { Stored } from '../request-store/request.writer.ts';
import { actions } from './actions.ts';
import type { Performer } from './performer.ts';
import { mentionsProject } from './placeholders.ts';
import type { ActionPlace, Effects, PreparedAction } from './prepared-action.ts';

/** What the actions of a run did, or would do. */
export interface Report {
  texts: string[];
  outcome: ActionOutcomeView[];
}

export const emptyReport = (): Report => ({ texts: [], outcome: [] });

interface Run {
  performer: Performer;
  place: Omit<ActionPlace, 'projectName'>;
  actions: readonly ActionInput[];
  /** How the history names the run. */
  verb?: HistoryVerb;
  decision?: DecisionView;
  /** Decides under the lock whether they are run at all; throws if not. */
  guard?(current: RequestWithCopies, at: Date): void;
  /** What else is read under the lock, or stored with the change. */
  options?: Pick<UpdateOptions, 'before' | 'run'>;
  /** Events that announce the run, where it changes anything. */
  announced?(): PendingEvent[];
}

/**
 * Runs actions in their order, as one change in one transaction: all of them, or none.
 * @param report is filled, also where an action is refused
 * @throws what the first refused action answers, with `errors` that name it
 */
export async function runActions(context: Context, run: Run, report = emptyReport()): Promise<Stored> {
  const { performer, place } = run;
  const prepared = await prepareAll(context, run);
  const needs = (current: RequestWithCopies) => allNeeds(prepared, current);
  const update = async (isAlone: boolean) => {
    let effects = noEffects();
    const decide = (current: RequestWithCopies, facts: Facts) => {
      effects = noEffects();
      report.outcome = [];
      report.texts = effects.texts;
      run.guard?.(current, facts.at);
      const change = together(current, facts, prepared, run, { effects, outcome: report.outcome });
      if (isAlone && leavesMore(effects)) throw new MoreToStore();
      return change;
    };
    const options = { needs, ...run.options };
    const stored = await context.requests.update(performer.by, place.id_project, place.request_id, decide, options);
    return { stored, effects };
  };
  try {
    return (await update(true)).stored;
  } catch (error) {
    if (!(error instanceof MoreToStore)) throw error;
  }
  return context.db.transaction(async () => {
    const { stored, effects } = await update(false);
    await storeEffects(context, performer, stored, effects);
    return stored;
  });
}

/** Ends an attempt that would store the change alone. */
class MoreToStore extends Error {
  constructor() {
    super('The actions leave more than a change of the request.');
  }
}

function leavesMore({ mentions, events, surveys }: Effects): boolean {
  return events.length + surveys.length > 0 || mentions.some(isOfOthers);
}

async function storeEffects(
  context: Context,
  { by, principal }: Performer,
  stored: Stored,
  { mentions, events, surveys }: Effects,
): Promise<void> {
  const { projectId, id, leadId } = stored.request;
  await context.mentions.keep(stored, mentions);
  for (const event of events) await context.customEvents.add(by, projectId, { ...event, createdBy: principal });
  for (const wanted of surveys) await context.surveyAsks.want(projectId, { request: id, lead: leadId, ...wanted });
}

const noEffects = (): Effects => ({ texts: [], mentions: [], events: [], surveys: [] });

interface Prepared extends PreparedAction {
  type: ActionInput['type'];
}

/** A refusal waits for its turn: the first one in the order of the actions is answered, and only to those who see the request. */
async function prepareAll(context: Context, { performer, place, actions: wanted }: Run): Promise<Prepared[]> {
  const isNamed = wanted.some(
    ({ text = '', subject = '', canned }) => canned !== undefined || mentionsProject(text) || mentionsProject(subject),
  );
  const projectName = isNamed ? await context.directory.projectName(place.id_project) : '';
  const prepared: Prepared[] = [];
  for (const { type, ...members } of wanted) {
    try {
      const action = await actions[type](context, performer, members, { ...place, projectName });
      prepared.push({ type, ...action });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      prepared.push({ type, decide: () => raise(error) });
    }
  }
  return prepared;
}

function raise(error: AppError): never {
  throw error;
}

function allNeeds(prepared: readonly PreparedAction[], current: RequestWithCopies): Needs {
  const all = prepared.map(({ needs }) => needs?.(current) ?? {});
  return {
    routing: all.flatMap(({ routing = [] }) => routing),
    seats: all.flatMap(({ seats = [] }) => seats),
  };
}

/** One change of all: each action decides on what those before it leave, and one update announces the sum. */
function together(
  current: RequestWithCopies,
  facts: Facts,
  prepared: readonly Prepared[],
  { verb, decision, announced }: Run,
  { effects, outcome }: { effects: Effects; outcome: ActionOutcomeView[] },
): Change {
  let change = unchanged(current);
  for (const [index, { type, decide }] of prepared.entries()) {
    const before = { ...change.next, copies: current.copies };
    const effected = countOf(effects);
    const step = refusedAs(`actions[${index}]`, outcome, type, () => decide(before, facts, effects));
    const hasEffect = countOf(effects) > effected;
    outcome.push({ type, ok: true, changed: hasEffect || isChange(step, before) });
    change = joined(change, step);
  }
  const { slaChange } = change;
  const whole = finish({ ...change, next: { ...change.next }, at: facts.at }, 'runActions');
  const isUpdate = whole.events.at(-1)?.type === requestUpdated.type;
  const updates = isUpdate ? whole.events.slice(-1) : [];
  const news = outcome.some(({ changed }) => changed) ? (announced?.() ?? []) : [];
  return {
    ...whole,
    // The update comes last.
    events: [
      ...whole.events.slice(0, isUpdate ? -1 : undefined),
      ...news,
      ...updates.map((update) => ({ ...update, ...(verb && { verb, decision }) })),
    ],
    ...(slaChange && { slaChange }),
  };
}

const countOf = ({ mentions, events, surveys }: Effects): number => mentions.length + events.length + surveys.length;

function refusedAs(
  part: string,
  outcome: ActionOutcomeView[],
  type: ActionInput['type'],
  decide: () => Change,
): Change {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome.push({ type, ok: false, code: error.code });
    throw refusalOf(part, error);
  }
}

function isChange({ next, messages, lines, slaChange }: Change, before: object): boolean {
  return next !== before || messages.length + lines.length > 0 || slaChange !== undefined;
}

function joined(one: Change, next: Change): Change {
  return {
    current: one.current,
    next: next.next,
    events: [...one.events, ...next.events.filter(({ type }) => type !== requestUpdated.type)],
    messages: [...one.messages, ...next.messages],
    lines: [...one.lines, ...next.lines],
    ...((next.slaChange ?? one.slaChange) ? { slaChange: next.slaChange ?? one.slaChange } : {}),
  };
}
