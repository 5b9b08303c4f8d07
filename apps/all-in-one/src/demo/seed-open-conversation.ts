import { randomUUID } from 'node:crypto';

import { type DemoConversation, demoTags } from './open-conversations.ts';
import type { DemoProject } from './seed-project.ts';

/** Lets a visitor write, and the team do what it did. @returns `request_id` */
export async function seedOpenConversation(
  { api, id, team, departments }: DemoProject,
  {
    visitor,
    department,
    texts,
    agent,
    answers = [],
    tags,
    priority,
    note,
    leave,
    park,
    close,
    rating,
  }: DemoConversation,
): Promise<string> {
  const { firstname, lastname, language = 'en', known } = visitor;
  const { token: guest } = await api.call<{ token: string }>('POST', '/auth/signinAnonymously', {
    body: { id_project: id, firstname, lastname, email: `${firstname.toLowerCase()}@customer.example` },
  });
  const requestId = `support-group-${id}-${randomUUID().replaceAll('-', '')}`;
  const request = `/${id}/requests/${requestId}`;
  const owner = api.as(team.Ada.token);
  const answering = agent ? team[agent] : team.Ada;

  let lead = '';
  for (const text of texts) {
    const said = await api.as(guest)<{ request: { lead: { _id: string } } }>('POST', `${request}/messages`, {
      ...{ text, language, sourcePage: 'https://shop.example/help' },
      ...(department && { departmentid: departments[department] }),
    });
    lead = said.request.lead._id;
  }
  if (known) await owner('PUT', `/${id}/leads/${lead}`, known);
  if (agent) await owner('PUT', `${request}/participants`, [answering.id]);
  for (const text of answers) await api.as(answering.token)('POST', `${request}/messages`, { text });
  if (tags)
    await owner(
      'PUT',
      `${request}/tag`,
      tags.map((tag) => ({ tag, color: demoTags[tag] })),
    );
  if (priority || park) await owner('PATCH', request, { ...(priority && { priority }), ...(park && { status: 50 }) });
  if (note) {
    const { text, by = 'Ada', mentionsOwner } = note;
    await api.as(team[by].token)('POST', `${request}/notes`, {
      ...{ text, ...(mentionsOwner && { mentions: [team.Ada.id] }) },
    });
  }
  if (leave) await api.as(team.Alan.token)('DELETE', `${request}/participants/${team.Alan.id}`);
  if (close) await owner('PUT', `${request}/close`);
  if (rating) await api.as(guest)('PATCH', `${request}/rating`, rating);
  return requestId;
}
