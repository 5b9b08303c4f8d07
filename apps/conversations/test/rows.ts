import { type Actor, RequestStatus, type Role } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { ReadModels } from '../src/read-models/read-models.repository.ts';

/** Rows as they lie in the tables, for tests of what reads them. */
export interface RequestRow {
  id: string;
  request_id: string;
  status: RequestStatus;
  created_at: Date;
  requester: string;
  department_id: string | null;
  participants: string[];
  [column: string]: unknown;
}

/** Rows of one statement, which a slow machine stores within its time limit. */
const atOnce = 1_000;

/** Inserts any number of requests; what is not given has the value of an ordinary open request. */
export async function insertRequests(
  db: Database,
  projectId: string,
  rows: Partial<RequestRow>[],
): Promise<RequestRow[]> {
  const [{ last } = { last: 0 }] = await db.query<{ last: number }>(
    'select coalesce(max(ticket_id), 0)::int as last from request where id_project = $1',
    [projectId],
  );
  const full = rows.map((row, place) => ordinary(projectId, last + place + 1, row));
  const columns = Object.keys(ordinary(projectId, 0, {})).filter((column) => column !== 'updated_at');
  for (let from = 0; from < full.length; from += atOnce) {
    const batch = JSON.stringify(full.slice(from, from + atOnce));
    await db.query(
      `insert into request (${columns.join(', ')})
       select ${columns.map((column) => `x.${column}`).join(', ')} from jsonb_populate_recordset(null::request, $1) x`,
      [batch],
    );
    await db.query(
      `insert into request_head (id_project, id, version, last_seq, updated_at, active_at)
       select $1, x.id, 0, 0, x.updated_at, x.updated_at
       from jsonb_to_recordset($2) x (id text, updated_at timestamptz)`,
      [projectId, batch],
    );
  }
  return full;
}

function ordinary(projectId: string, ticket: number, given: Partial<RequestRow>): RequestRow & { updated_at: unknown } {
  const id = newId();
  const created_at = given.created_at ?? new Date();
  const row = {
    id_project: projectId,
    id,
    request_id: `support-group-${projectId}-${id}`,
    ticket_id: ticket,
    created_at,
    created_by: 'visitor',
    status: RequestStatus.unserved,
    preflight: false,
    draft: false,
    imported: false,
    smart_assignment: true,
    requester: 'visitor',
    lead_id: newId(),
    contact: {},
    first_text: 'Hello',
    channel: 'chat21',
    channel_outbound: 'chat21',
    priority: 'normal',
    attributes: {},
    department_id: null,
    participants: [],
    has_bot: false,
    followers: [],
    tags: [],
    notes: [],
    snapshot: {},
    abandoned_by: {},
    waiting_since: created_at,
    human_served: false,
    history_seq: 0,
    subject: null,
    working_status: null,
    rating: null,
    rating_message: null,
    waiting_time: null,
    first_response_at: null,
    assigned_at: null,
    closed_at: null,
    closed_by: null,
    duration: null,
    updated_at: created_at,
  };
  return { ...row, ...given };
}

/** Appends messages to a request, `seq` from 1 where it has none. */
export async function insertMessages(
  db: Database,
  projectId: string,
  requestId: string,
  messages: Record<string, unknown>[],
): Promise<{ id: string; seq: number }[]> {
  const rows = messages.map((message, place) => ({
    id_project: projectId,
    request: requestId,
    seq: place + 1,
    id: newId(),
    version: 0,
    created_at: new Date(),
    updated_at: new Date(),
    created_by: 'visitor',
    sender: 'visitor',
    sender_fullname: 'Guest',
    text: `message ${place + 1}`,
    type: 'text',
    attributes: {},
    status: 200,
    channel: 'chat21',
    imported: false,
    audience: 'all',
    ...message,
  }));
  await db.query(`insert into message select x.* from json_populate_recordset(null::message, $1) x`, [
    JSON.stringify(rows),
  ]);
  await db.query('update request_head set last_seq = $3 where id_project = $1 and id = $2', [
    projectId,
    requestId,
    Math.max(...rows.map(({ seq }) => seq)),
  ]);
  return rows;
}

/** A caller of a project. The id of a team member's membership is derived from their user id. */
export function caller(projectId: string, role: Role, id: string = newId(), more: Partial<Actor> = {}): Actor {
  return { kind: role === 'guest' ? 'guest' : 'user', id, projectId, role, teammateId: teammateIdOf(id), ...more };
}

export const teammateIdOf = (userId: string): string => userId.split('').reverse().join('');

/** A department with the given groups, in the read model; without groups the whole team's. */
export async function keepDepartment(
  db: Database,
  projectId: string,
  options: Record<string, unknown> = {},
): Promise<string> {
  const id = newId();
  const record = { _id: id, name: 'Support', default: false, groups: [], ...options };
  await new ReadModels(db).keepDepartment({ projectId, id, version: 0, deleted: false, record });
  return id;
}

export async function keepGroup(
  db: Database,
  projectId: string,
  members: string[],
  more: { id?: string; version?: number; enabled?: boolean } = {},
): Promise<string> {
  const { id = newId(), version = 0, enabled = true } = more;
  const record = { _id: id, name: 'Team', members, enabled, trashed: false };
  await new ReadModels(db).keepGroup({ projectId, id, version, deleted: false, record });
  return id;
}

/** A teammate's membership, in the read model. */
export async function keepTeammate(
  db: Database,
  projectId: string,
  user: { id: string; firstname: string; role?: Role; status?: string },
): Promise<void> {
  const { id, firstname, role = 'agent', status = 'active' } = user;
  const record = {
    _id: teammateIdOf(id),
    id: teammateIdOf(id),
    id_project: projectId,
    role,
    status,
    user_available: true,
    isAuthenticated: true,
    id_user: { _id: id, id, firstname, lastname: 'Example', email: `${firstname}@acme.example` },
  };
  const copy = { projectId, id: teammateIdOf(id), version: 0, deleted: false, record };
  await new ReadModels(db).keepTeammate(copy, id);
}
