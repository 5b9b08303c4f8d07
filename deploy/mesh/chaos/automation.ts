import type { AutomationLook } from './history.ts';
import type { Person } from './project.ts';
import type { Stage } from './stage.ts';

/** The API takes a minute and more; a call that fails is repeated as it is. */
const scheduledInMs = 90_000;

/** What is said, noted and tagged by one macro, all or nothing. */
export const macroWord = 'swept';
/** What a rule notes for each message of a customer. */
export const ruleNote = 'seen';

/** Automation of the project of a run: a service level, a rule for each message of a customer, and a macro. @returns id of the macro */
export async function openAutomation(made: (path: string, body: object) => Promise<{ _id: string }>): Promise<string> {
  await made('/sla_policies', { name: 'Everyone', targets: { default: { first_response: 60_000 } } });
  await made('/rules', {
    ...{ name: 'Seen', enabled: true, on: ['message.created'] },
    filters: [{ field: 'message.sender_kind', operator: '=', value: 'requester' }],
    actions: [{ type: 'add_note', text: ruleNote }],
  });
  const { _id } = await made('/macros', {
    ...{ name: 'Sweep', visibility: 'shared' },
    actions: [
      { type: 'add_note', text: macroWord },
      { type: 'send_message', text: macroWord },
      { type: 'add_tags', tags: [macroWord] },
    ],
  });
  return _id;
}

/** An agent runs the macro in a conversation of theirs, and leaves a message there that is sent later. */
export async function automate(stage: Stage, agent: Person, request: string): Promise<void> {
  const { calls, history, project } = stage;
  const key = stage.newKey();
  const run = `/requests/${request}/macros/${project.macro}/run`;
  const ran = await calls.insist(`macro in ${request}`, () =>
    agent.call('POST', run, {}, { 'Idempotency-Key': `macro-${key}` }),
  );
  if (ran) history.macros.push(request);
  // The times of repeated calls differ, and the first that was taken counts.
  const body = { text: key, at: new Date(Date.now() + scheduledInMs).toISOString(), cancel_on: [] };
  const scheduled = await calls.insist(`schedule ${key}`, () =>
    agent.call('POST', `/requests/${request}/scheduled`, body, { 'Idempotency-Key': `schedule-${key}` }),
  );
  if (scheduled) history.scheduled.push({ request, id: scheduled._id });
}

interface Clock {
  metric: string;
  cycle: number;
  state: string;
  due_at?: string;
  breached_at?: string;
}

/** What automation has done to a conversation, when all is well. @throws Error when it cannot be read */
export async function lookAtAutomation(stage: Stage, request: string): Promise<AutomationLook> {
  const { calls, project } = stage;
  const read = async (path: string) => {
    const answer = await calls.attempt(() => project.owner.call('GET', `/requests/${request}${path}`));
    if (answer?.status !== 200) throw new Error(`${path} of ${request} cannot be read`);
    return answer.body;
  };
  const parts = ['', '/messages?limit=200', '/history?limit=200', '/rule_runs?limit=200', '/scheduled'].map(read);
  const [record, messages, past, ran, later] = await Promise.all(parts);
  const notes: string[] = record.notes.map(({ text }: { text: string }) => text);
  return {
    request,
    at: new Date().toISOString(),
    notes,
    said: messages.filter(({ text }: { text: string }) => text === macroWord).length,
    isTagged: record.tags.some(({ tag }: { tag: string }) => tag === macroWord),
    runs: ran.runs.map(({ event, result }: { event: { _id: string }; result: string }) => [event._id, result]),
    clocks: (record.sla?.clocks ?? []).map((clock: Clock) => ({
      ...{ name: clockName(clock), state: clock.state, dueAt: clock.due_at, breachedAt: clock.breached_at },
      breaches: past.filter(
        ({ verb, decision }: { verb: string; decision: Clock }) =>
          verb === 'SLA_BREACHED' && clockName(decision) === clockName(clock),
      ).length,
    })),
    scheduled: later.scheduled.map(({ _id, state, at, text }: Record<string, string>) => ({
      ...{ id: _id, state, at },
      said: messages.filter((message: { text: string }) => message.text === text).length,
    })),
  };
}

const clockName = ({ metric, cycle }: Pick<Clock, 'metric' | 'cycle'>): string => `${metric} ${cycle}`;
