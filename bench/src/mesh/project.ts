import { randomUUID } from 'node:crypto';
import type pg from 'pg';

import { signIn, signUp } from '../place.ts';
import { call } from '../processes.ts';
import type { Side } from './side.ts';

/** A visitor and a request of their own. */
export interface Conversation {
  /** `/v3/<project>/requests/<request_id>` */
  path: string;
  visitor: string;
  visitorToken: string;
}

interface Account {
  email: string;
  password: string;
}

/** A project with people, requests and messages. */
export interface FilledProject {
  projectId: string;
  ownerToken: string;
  agents: Account[];
  agentTokens: string[];
  conversations: Conversation[];
}

const agentCount = 10;
const messagesPerTalk = 45;
const atOnce = 16;

/**
 * Fills a new project. People and requests are made through the API, so that every service knows them; all messages but the first are
 * written into the database.
 */
export async function fillProject({ url, database }: Side, count: number): Promise<FilledProject> {
  const { projectId, ...owner } = await signUp(url);
  const ownerToken = await signIn(url, owner);
  const agents = await inTurn(agentCount, () => newTeammate(url, projectId, ownerToken));
  const agentTokens = agents.map(({ token }) => token);
  const conversations = await beginConversations(url, projectId, count);
  const conversationsDatabase = database.client('conversations');
  await database.untilIndexed();
  await writeMessages(conversationsDatabase, projectId);
  return { projectId, ownerToken, agents, agentTokens, conversations };
}

/** Deletes, as the owner, what was begun after a moment. */
export async function deleteLater(
  { url, database }: Side,
  { projectId, ownerToken }: FilledProject,
  moment: Date,
): Promise<void> {
  const { rows } = await database
    .client('conversations')
    .query<{ request_id: string }>('select request_id from request where id_project = $1 and created_at > $2', [
      projectId,
      moment,
    ]);
  if (rows.length === 0) return;
  const path = (nth: number) => `/v3/${projectId}/requests/${rows[nth]?.request_id}`;
  await inTurn(rows.length, (nth) => call(url, 'DELETE', path(nth), ownerToken, {}));
  await database.vacuum();
}

export function requestPath(projectId: string): string {
  return `/v3/${projectId}/requests/support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
}

/** Requests of so many visitors, each with a first message. */
export function beginConversations(url: string, projectId: string, count: number): Promise<Conversation[]> {
  return inTurn(count, async (nth) => {
    const conversation = await newConversation(url, projectId, nth);
    await call(url, 'POST', `${conversation.path}/messages`, conversation.visitorToken, {
      text: `Where is parcel ${nth}?`,
    });
    return conversation;
  });
}

/** @returns their token */
export async function newAgent(url: string, projectId: string, ownerToken: string, available = true): Promise<string> {
  return (await newTeammate(url, projectId, ownerToken, available)).token;
}

/** An agent, by their account and their membership `_id`. */
async function newTeammate(url: string, projectId: string, ownerToken: string, available = true) {
  const account = { email: `${randomUUID()}@example.com`, password: randomUUID() };
  await call(url, 'POST', '/v3/auth/signup', undefined, { ...account, firstname: 'Grace', lastname: 'Example' });
  const invitation = { email: account.email, role: 'agent', user_available: available };
  const path = `/v3/${projectId}/project_users/invite`;
  const { _id } = await call<{ _id: string }>(url, 'POST', path, ownerToken, invitation);
  return { ...account, _id, token: await signIn(url, account) };
}

async function newConversation(url: string, projectId: string, nth: number): Promise<Conversation> {
  const guest = { id_project: projectId, firstname: `Visitor ${nth}` };
  const { token, user } = await call<{ token: string; user: { _id: string } }>(
    ...([url, 'POST', '/v3/auth/signinAnonymously', undefined, guest] as const),
  );
  return { path: requestPath(projectId), visitor: user._id, visitorToken: token };
}

/** As if visitor and agent had written by turns; what search knows of them goes along. */
async function writeMessages(client: pg.Client, projectId: string): Promise<void> {
  await client.query('begin');
  await client.query(
    `insert into message (id_project, request, seq, id, created_at, updated_at, created_by, sender, sender_fullname, text, type, attributes,
       status, channel, audience)
     select r.id_project, r.id, seq, left(r.id, 8) || left(md5(r.id || seq), 16), r.created_at, r.created_at, who, who, 'Example',
       'Message ' || seq || ': the parcel was due on Monday, and the courier has not said where it is.', 'text', '{}', 200, 'chat21', 'all'
     from request r join request_head h on h.id_project = r.id_project and h.id = r.id
     cross join lateral generate_series(h.last_seq + 1, $2) seq
     cross join lateral (select case seq % 2 when 1 then r.requester else coalesce(r.participants[1], 'system') end as who) said
     where r.id_project = $1`,
    [projectId, messagesPerTalk],
  );
  await client.query(
    `update request_head set last_seq = greatest(last_seq, $2), visible_seq = greatest(visible_seq, $2),
       visible_in = greatest(visible_in, ($2 + 1) / 2), visible_out = greatest(visible_out, $2 / 2) where id_project = $1`,
    [projectId, messagesPerTalk],
  );
  await client.query(
    `update request_words s set seq = h.last_seq, said = words_of((select string_agg(m.text, E'\\n') from message m
       where m.id_project = s.id_project and m.request = s.request), 'C')
     from request_head h where s.id_project = $1 and h.id_project = s.id_project and h.id = s.request`,
    [projectId],
  );
  await client.query('commit');
}

/** So many times, some at once; in order. */
async function inTurn<T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let nth = next++; nth < count; nth = next++) made[nth] = await make(nth);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return made;
}
