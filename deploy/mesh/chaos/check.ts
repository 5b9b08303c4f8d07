import { checkAutomation } from './check-automation.ts';
import type { History, Reading } from './history.ts';

/**
 * What a history shows that must never be: an acknowledged message that is missing, one that is there twice, readers who got another
 * order, a conversation with two owners, an agent above their capacity, a file that is lost, a bot that is silent or says
 * things twice, or automation that is half done, done twice or lost. Nothing: the history is as it should be.
 */
export function check(history: History): string[] {
  return [
    ...missing(history),
    ...repeated(history),
    ...disordered(history),
    ...owned(history),
    ...overloaded(history),
    ...undelivered(history),
    ...miscounted(history),
    ...unreadable(history),
    ...unanswered(history),
    ...checkAutomation(history),
    ...history.refusals.map((refusal) => `refused: ${refusal}`),
    ...history.unsettled.map((what) => `not settled: ${what}`),
  ];
}

/** Acknowledged, or read by any reader, and missing for one of those who read in the end. */
function missing({ sends, readings }: History): string[] {
  const faults: string[] = [];
  const last = readings.filter(({ isLast }) => isLast);
  const ends = Map.groupBy(last, ({ request }) => request);
  const expected = new Map<string, Set<string>>();
  const expect = (request: string, id: string) =>
    expected.set(request, (expected.get(request) ?? new Set<string>()).add(id));
  for (const { request, id } of sends) if (id !== undefined) expect(request, id);
  for (const { request, messages } of readings) for (const { id } of messages) expect(request, id);

  for (const [request, ids] of expected) {
    const read = ends.get(request) ?? [];
    if (read.length === 0) faults.push(`missing: no reader has read ${request} in the end`);
    for (const { reader, messages } of read) {
      const there = new Set(messages.map(({ id }) => id));
      for (const id of ids) if (!there.has(id)) faults.push(`missing: ${id} of ${request} for ${reader}`);
    }
  }
  return faults;
}

/** Stored twice under one key, or handed twice to one reader. */
function repeated({ sends, readings }: History): string[] {
  const faults: string[] = [];
  const idsByKey = new Map<string, Set<string>>();
  const note = (key: string, id: string) => idsByKey.set(key, (idsByKey.get(key) ?? new Set<string>()).add(id));
  for (const { key, id } of sends) if (id !== undefined) note(key, id);
  for (const { reader, request, messages } of readings) {
    for (const { key, id } of messages) if (key !== undefined) note(key, id);
    const ids = messages.map(({ id }) => id);
    if (new Set(ids).size < ids.length) faults.push(`twice: in ${request} for ${reader}`);
  }
  for (const [key, ids] of idsByKey) if (ids.size > 1) faults.push(`twice: ${key} is ${[...ids].join(' and ')}`);
  return faults;
}

/** Each place of a conversation belongs to one message, for all readers; and no reader got them in another order. */
function disordered({ readings }: History): string[] {
  const faults: string[] = [];
  const places = new Map<string, string>();
  for (const { reader, request, messages } of readings) {
    for (const { seq, id } of messages) {
      const place = `${request} ${seq}`;
      const known = places.get(place) ?? id;
      places.set(place, known);
      if (known !== id) faults.push(`two orders: ${place} is ${known} and, for ${reader}, ${id}`);
    }
    if (!isAscending(messages)) faults.push(`two orders: ${request} did not come in its order for ${reader}`);
  }
  return faults;
}

function isAscending(messages: Reading['messages']): boolean {
  return messages.every(({ seq }, nth) => nth === 0 || seq > (messages[nth - 1]?.seq ?? 0));
}

/** No agent hands a conversation over in these runs: the first to serve it stays its only owner. */
function owned({ snapshots, claims }: History): string[] {
  const owners = new Map<string, Set<string>>();
  const note = (request: string, agent: string) =>
    owners.set(request, (owners.get(request) ?? new Set<string>()).add(agent));
  for (const { request, agent } of claims) note(request, agent);
  for (const snapshot of snapshots)
    for (const [request, agents] of Object.entries(snapshot.owners)) for (const agent of agents) note(request, agent);
  return [...owners].flatMap(([request, agents]) =>
    agents.size > 1 ? [`two owners: ${request} is served by ${[...agents].join(' and ')}`] : [],
  );
}

function overloaded({ snapshots, capacity }: History): string[] {
  return snapshots.flatMap(({ reader, owners }) => {
    const held = Map.groupBy(Object.values(owners).flat(), (agent) => agent);
    return [...held].flatMap(([agent, { length }]) =>
      length > capacity ? [`capacity: ${reader} saw ${length} with ${agent}, who may have ${capacity}`] : [],
    );
  });
}

/** Each message is delivered at least once, and each time under the same id. */
function undelivered({ sends, deliveries }: History): string[] {
  const delivered = Map.groupBy(deliveries, ({ id }) => id);
  return sends.flatMap(({ id }) => {
    if (id === undefined) return [];
    const names = new Set(delivered.get(id)?.map(({ webhookId }) => webhookId));
    if (names.size === 0) return [`undelivered: no webhook delivered ${id}`];
    return names.size > 1 ? [`delivered twice: ${id} as ${[...names].join(' and ')}`] : [];
  });
}

function miscounted({ sends, counted }: History): string[] {
  const requests = new Set(sends.map(({ request }) => request)).size;
  return counted === undefined || counted === requests ? [] : [`counted: ${counted} conversations of ${requests}`];
}

/** A file whose upload was acknowledged is there as it was sent. */
function unreadable({ files }: History): string[] {
  return files.flatMap(({ path, digest, read }) =>
    read === digest ? [] : [`unreadable: ${path} is ${read}, not ${digest}`],
  );
}

/**
 * A bot answers each message once. Its visitors say nothing more before it has answered, so that none is passed over for a newer one,
 * and only the last one of a conversation that was handed to people may be without an answer.
 */
function unanswered({ sends, readings, handedOver }: History): string[] {
  const toBot = sends.filter(({ id, isToBot }) => isToBot && id !== undefined);
  const conversations = Map.groupBy(toBot, ({ request }) => request);
  return readings.flatMap(({ reader, request, messages, isLast }) => {
    const keys = conversations.get(request)?.map(({ key }) => key) ?? [];
    const answers = Map.groupBy(messages, (message) => message.answers);
    return keys.flatMap((key) => {
      const count = answers.get(key)?.length ?? 0;
      if (count > 1) return [`answered twice: ${key} of ${request} for ${reader}`];
      const isExcused = !isLast || (handedOver.includes(request) && key === keys.at(-1));
      return count === 1 || isExcused ? [] : [`unanswered: ${key} of ${request} for ${reader}`];
    });
  });
}
