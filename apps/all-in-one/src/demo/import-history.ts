import type { DemoProject } from './demo-project.ts';
import type { PastConversation } from './history.ts';
import { demoTags } from './open-conversations.ts';

/** Conversations on their way at the same time: more would not be quicker in one process. */
const atOnce = 8;

/**
 * Imports conversations as history: without notifications, and without answers of bots. Repeated, it completes what is there.
 * @returns whether all are there
 */
export async function importHistory(
  project: DemoProject,
  history: readonly PastConversation[],
  over?: AbortSignal,
): Promise<boolean> {
  const left = history.values();
  const isOver = () => over?.aborted === true;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.next(); !next.done && !isOver(); next = left.next())
        await importConversation(project, next.value);
    }),
  );
  return !isOver();
}

async function importConversation({ api, id, team, departments, bot }: DemoProject, past: PastConversation) {
  const call = api.as(team.Ada.token);
  const { name, contact, agent, withBot, messages, department, rating } = past;
  const requestId = `support-group-${id}-${name}`;
  const request = `/${id}/requests/${requestId}`;
  const person = agent && team[agent].id;
  const member = `bot_${bot}`;
  const senders = { visitor: contact.lead_id, agent: person, bot: member };
  const created = {
    sender: contact.lead_id,
    first_text: messages[0]?.text,
    language: contact.properties.language,
    location: { city: contact.city, country: contact.country },
    ...{ sourcePage: past.sourcePage, userAgent: past.userAgent },
    departmentid: department ? departments[department] : 'default',
    participants: [...(person ? [person] : []), ...(withBot ? [member] : [])],
    tags: past.tags.map((tag) => ({ tag, color: demoTags[tag] })),
    ...(past.channel && { channel: { name: past.channel } }),
    ...(past.priority && { priority: past.priority }),
    ...{ createdAt: messages[0]?.at, closed_at: past.closedAt, closed_by: person ?? member, status: 1000 },
  };
  // 409: it is there, perhaps without its messages.
  await call('POST', `${request}?import=true`, created, { isRepeatable: true, accept: [200, 409] });
  const items = messages.map(({ from, text, at }, index) => ({
    ...{ text, createdAt: at, sender: senders[from] },
    external_id: `${name}.${index}`,
  }));
  await call('POST', `${request}/messages/multi?import=true`, items, { isRepeatable: true });
  if (rating) await call('PATCH', `${request}/rating`, rating, { isRepeatable: true });
}
