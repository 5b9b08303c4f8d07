import type { TagView } from '@parley/contracts';

import { type Conversation, History, type Random } from './history.ts';

const dayMs = 86_400_000;
export const departments = ['64b000000000000000000001', '64b000000000000000000002'];
export const channels = ['chat21', 'email', '*'];
export const agents = ['ada', 'linus', 'bot_robby'];
const tags = ['billing', 'vip', 'late'];

/** A project with random activity of the last weeks; `now` is the time of the query. */
export function randomHistory(projectId: string, operations: number, random: Random, now: number): History {
  const history = new History(projectId);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const moment = () => new Date(now - Math.floor(random() * 40 * dayMs));

  const steps: Record<string, (conversation: Conversation) => void> = {
    becomeReal: (conversation) => history.change(conversation, { preflight: false, draft: false, status: 100 }),
    say: (conversation) => history.addMessage(conversation, { createdAt: moment().toISOString() }),
    answer: (conversation) =>
      history.addMessage(conversation, {
        sender: any(agents),
        channel: { name: any(channels) },
        createdAt: moment().toISOString(),
      }),
    hide: (conversation) => history.addMessage(conversation, { audience: any(['team', 'private', 'own'] as const) }),
    note: (conversation) => history.addMessage(conversation, { sender: 'system' }),
    wait: (conversation) => history.change(conversation, { waiting_time: Math.floor(random() * 1_000_000) }),
    serve: (conversation) => {
      const participants = agents.filter(() => random() < 0.5);
      history.change(conversation, {
        status: any([100, 150, 200]),
        participants,
        hasBot: participants.includes('bot_robby'),
      });
    },
    close: (conversation) =>
      history.close(
        conversation,
        new Date(Date.parse(conversation.request.createdAt) + Math.floor(random() ** 4 * dayMs)),
      ),
    reopen: (conversation) => history.reopen(conversation),
    rate: (conversation) => history.change(conversation, { rating: Math.floor(random() * 6) }),
    tag: (conversation) => history.change(conversation, { tags: tags.filter(() => random() < 0.4).map(tagOf) }),
    route: (conversation) => history.change(conversation, { department: { _id: any(departments), hasBot: false } }),
    // What service levels, surveys and snoozes change of it is no figure here.
    judge: (conversation) =>
      history.change(conversation, { sla: { policy: { _id: 'p1', name: 'All' }, breached: [], clocks: [] } }),
    ask: (conversation) =>
      history.change(conversation, {
        survey: { _id: 's1', asked_at: moment().toISOString(), expires_at: moment().toISOString() },
      }),
    snooze: (conversation) =>
      history.change(conversation, { snooze: { wake_on_reply: true, by: 'ada', at: moment().toISOString() } }),
    park: (conversation) => history.change(conversation, { status: 50 }),
    delete: (conversation) => history.delete(conversation),
  };
  // Frequent steps are listed more than once.
  const often = [
    'say',
    'answer',
    'say',
    'answer',
    'close',
    'close',
    'serve',
    'wait',
    'route',
    'becomeReal',
    'tag',
    'rate',
  ];
  const rare = Object.keys(steps);

  for (let done = 0; done < operations; done++) {
    if (history.conversations.size === 0 || random() < 0.3) {
      const kind = random();
      history.create({
        createdAt: moment().toISOString(),
        channel: { name: any(channels) },
        ...(kind < 0.15 ? { preflight: true, status: 50 } : kind < 0.25 ? { draft: true } : {}),
      });
    } else steps[random() < 0.8 ? any(often) : any(rare)]?.(any([...history.conversations.values()]));
  }
  return history;
}

function tagOf(tag: string): TagView {
  return { _id: '64b000000000000000000009', tag, color: '#f00', createdAt: new Date().toISOString() };
}
