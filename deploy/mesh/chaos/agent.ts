import { setTimeout as delay } from 'node:timers/promises';

import { automate } from './automation.ts';
import { pauseMs } from './calls.ts';
import type { Person } from './project.ts';
import type { Stage } from './stage.ts';

interface RequestRow {
  request_id: string;
  status: number;
  participantsAgents: string[];
}

/** Refusals of an agent who claims a request that another has claimed, or more than their capacity. */
const claimsOfOthers = ['already_claimed', 'capacity_reached', 'request_closed'];

/** An agent who claims what waits, answers in each of their conversations once, and closes it when its customer is done. */
export async function serve(stage: Stage, agent: Person): Promise<void> {
  const answered = new Set<string>();
  while (!stage.isOver) {
    // Of more than a page that wait, their own may be on a later one.
    const own = await look(stage, agent, '&mine=true');
    const rows = [...own, ...(await look(stage, agent))];
    const waiting = rows.find(({ status }) => status === 100);
    if (waiting) await claim(stage, agent, waiting.request_id);
    for (const { request_id: request, participantsAgents } of own) {
      if (!participantsAgents.includes(agent.id) || stage.isOver) continue;
      if (!answered.has(request)) {
        await stage.say(agent, request);
        await automate(stage, agent, request);
      }
      answered.add(request);
      if (stage.finished.has(request)) await close(stage, agent, request);
    }
    await delay(pauseMs);
  }
}

async function look({ calls, history }: Stage, agent: Person, filter = ''): Promise<RequestRow[]> {
  const listed = await calls.attempt(() => agent.call('GET', `/requests?limit=200&no_count=true${filter}`));
  const rows: RequestRow[] = listed?.status === 200 ? listed.body.requests : [];
  const owners = rows.map(({ request_id, participantsAgents }) => [request_id, participantsAgents]);
  if (rows.length > 0) history.snapshots.push({ reader: agent.id, owners: Object.fromEntries(owners) });
  return rows;
}

async function claim(stage: Stage, agent: Person, request: string): Promise<void> {
  const headers = { 'Idempotency-Key': `claim-${stage.newKey()}` };
  const call = () => agent.call('POST', `/requests/${request}/claim`, {}, headers);
  const claimed = await stage.calls.insist(`claim ${request}`, call, claimsOfOthers);
  if (claimed) stage.history.claims.push({ request, agent: agent.id });
}

async function close({ calls }: Stage, agent: Person, request: string): Promise<void> {
  await calls.insist(`close ${request}`, () => agent.call('PUT', `/requests/${request}/close`, {}));
}
