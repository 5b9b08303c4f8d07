import { macroWord, ruleNote } from './automation.ts';
import type { AutomationLook, History } from './history.ts';

/** After so long, what was due is done. */
const lateMs = 10_000;

/**
 * What automation must never do: a macro half or twice, a rule twice for one event or for none of its messages, a clock that fires
 * twice or is lost, a scheduled message that is sent twice or forgotten.
 */
export function checkAutomation(history: History): string[] {
  const looked = new Set(history.automation.map(({ request }) => request));
  const unread = new Set(history.sends.flatMap(({ request }) => (looked.has(request) ? [] : [request])));
  const found = history.automation.flatMap((look) => [
    ...macroFaults(look, history),
    ...ruleFaults(look, history),
    ...clockFaults(look),
    ...scheduledFaults(look, history),
  ]);
  return [...found, ...[...unread].map((request) => `automation: ${request} was not read`)];
}

function macroFaults({ request, notes, said, isTagged }: AutomationLook, { macros }: History): string[] {
  const done = [count(notes, macroWord), said, Number(isTagged)];
  const expected = macros.includes(request) ? [1] : [0, 1];
  return expected.some((times) => done.every((one) => one === times))
    ? []
    : [`macro: noted, said and tagged ${done.join(', ')} times in ${request}`];
}

function ruleFaults({ request, runs, notes }: AutomationLook, { sends }: History): string[] {
  const faults: string[] = [];
  const events = runs.map(([event]) => event);
  if (new Set(events).size < events.length) faults.push(`rule: two runs for one event in ${request}`);
  const applied = runs.filter(([, result]) => result === 'applied').length;
  const noted = count(notes, ruleNote);
  if (noted !== applied) faults.push(`rule: ${noted} notes of ${applied} runs in ${request}`);
  const asked = sends.filter((send) => send.request === request && send.isOfCustomer && send.id !== undefined).length;
  if (events.length < asked) faults.push(`rule: ${events.length} runs for ${asked} messages in ${request}`);
  return faults;
}

function clockFaults({ request, at, clocks }: AutomationLook): string[] {
  return clocks.flatMap(({ name, state, dueAt, breachedAt, breaches }) => {
    const isOverdue = state === 'running' && dueAt !== undefined && Date.parse(at) - Date.parse(dueAt) > lateMs;
    if (isOverdue && breachedAt === undefined)
      return [`clock: ${name} of ${request} was due at ${dueAt} and has not fired`];
    if (breaches > 1) return [`clock: ${name} of ${request} has fired ${breaches} times`];
    return breaches === Number(breachedAt !== undefined)
      ? []
      : [`clock: ${name} of ${request} fired ${breaches} times`];
  });
}

function scheduledFaults({ request, at, scheduled }: AutomationLook, history: History): string[] {
  const faults = history.scheduled
    .filter((one) => one.request === request && !scheduled.some(({ id }) => id === one.id))
    .map(({ id }) => `scheduled: ${id} of ${request} is gone`);
  for (const one of scheduled) {
    const name = `${one.id} of ${request}`;
    if (one.state === 'pending' && Date.parse(at) - Date.parse(one.at) > lateMs)
      faults.push(`scheduled: ${name} was due at ${one.at} and was not sent`);
    if (one.said !== Number(one.state === 'sent'))
      faults.push(`scheduled: ${name} is ${one.state}, and there ${one.said} times`);
  }
  return faults;
}

const count = (list: readonly string[], word: string): number => list.filter((one) => one === word).length;
