import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import { beginConversations, newAgent } from './mesh/project.ts';
import { onOwnMesh } from './own-mesh.ts';
import { call } from './processes.ts';

const agents = 10;
const seatsPerAgent = 4;
const seats = agents * seatsPerAgent;
const waiting = 432;
const rounds = 5;
const everyMs = 10;
const patienceMs = 30_000;

/**
 * All seats of a team are taken and hundreds of visitors wait; then every conversation is closed at once. Measured from the first of these
 * calls to the last answer, and from there until every seat is taken again.
 */
export async function closings(): Promise<void> {
  await onOwnMesh({ apart: ['conversations'] }, async ({ url, projectId, token, databaseUrl }) => {
    const limits = { 'settings.chat_limit_on': true, 'settings.max_agent_assigned_chat': seatsPerAgent };
    await call(url, 'PATCH', `/v3/projects/${projectId}`, token, limits);
    await call(url, 'PUT', `/v3/${projectId}/project_users`, token, { max_served_chat: 0 });
    for (let nth = 0; nth < agents; nth++) await newAgent(url, projectId, token);
    const database = new pg.Client(databaseUrl('conversations'));
    await database.connect();
    try {
      const served = async () => {
        const query = 'select request_id as id from request where id_project = $1 and status = 200';
        return (await database.query<{ id: string }>(query, [projectId])).rows.map(({ id }) => id);
      };
      await beginConversations(url, projectId, seats + waiting);
      await untilAllSeats(served);
      const rows = [];
      for (let round = 0; round < rounds; round++) {
        const open = await served();
        const began = performance.now();
        const path = (id: string) => `/v3/${projectId}/requests/${id}/close`;
        await Promise.all(open.map((id) => call(url, 'PUT', path(id), token, {})));
        const answered = performance.now();
        await untilAllSeats(served);
        const filled = performance.now();
        rows.push({
          waiting: waiting - round * seats,
          'closed, ms': Math.round(answered - began),
          'all seats taken after that, ms': Math.round(filled - answered),
        });
      }
      console.table(rows);
    } finally {
      await database.end();
    }
  });

  async function untilAllSeats(served: () => Promise<string[]>): Promise<void> {
    for (const until = performance.now() + patienceMs; (await served()).length < seats; await delay(everyMs)) {
      if (performance.now() > until) throw new Error(`Only ${(await served()).length} of ${seats} seats are taken.`);
    }
  }
}
