import { randomUUID } from 'node:crypto';
import type { DemoProject } from './demo-project.ts';
import { type DemoConversation, demoTags } from './open-conversations.ts';

/** Lets a visitor write, and the team do what it did; ratings come later. @returns `request_id` */
export async function seedOpenConversation(
  { api, id, team, departments }: DemoProject,
  {
    visitor,
    department,
    texts,
    before,
    agent,
    answers = [],
    tags,
    priority,
    note,
    leave,
    park,
    snooze,
    later,
    close,
  }: DemoConversation,
): Promise<string> {
  const { firstname, lastname, language = 'en', known } = visitor;
  const email = `${firstname.toLowerCase()}@customer.example`;
  const { token: guest, user } = await api.call<{ token: string; user: { _id: string } }>(
    'POST',
    '/auth/signinAnonymously',
    { body: { id_project: id, firstname, lastname, email } },
  );
  const requestId = newRequestId(id);
  const request = `/${id}/requests/${requestId}`;
  const owner = api.as(team.Ada.token);
  const answering = agent ? team[agent] : team.Ada;

  // Before the first message, which would make the contact later where contacts are slow to answer.
  const contact = { lead_id: user._id, fullname: `${firstname} ${lastname}`, email, ...known };
  await owner('POST', `/${id}/leads?on_conflict=merge`, contact);
  const say = async (to: string, said: readonly string[]) => {
    for (const [index, text] of said.entries()) {
      const message = {
        ...{ text, language, sourcePage: 'https://shop.example/help' },
        departmentid: department ? departments[department] : 'default',
      };
      // The owner opens it and names its agent: it comes to that agent at once, and is offered to no other before.
      const isPlaced = index === 0 && agent !== undefined;
      await api.as(isPlaced ? team.Ada.token : guest)(
        'POST',
        `/${id}/requests/${to}/messages`,
        isPlaced ? { ...message, sender: user._id, participants: [answering.id] } : message,
      );
    }
  };
  if (before !== undefined) {
    const source = newRequestId(id);
    await say(source, [before]);
    await say(requestId, texts);
    await owner('POST', `${request}/merge`, { source });
  } else await say(requestId, texts);
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
  if (snooze) await owner('PUT', `${request}/snooze`, snooze);
  if (later) {
    // By Ada where no agent has it: what agents see follows their groups a moment later.
    await api.as(answering.token)('POST', `${request}/scheduled`, {
      ...{ text: later.text, at: new Date(Date.now() + later.in).toISOString() },
      cancel_on: ['requester_message', 'team_message', 'closed'],
    });
  }
  if (close) await owner('PUT', `${request}/close`);
  return requestId;
}

const newRequestId = (projectId: string) => `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
