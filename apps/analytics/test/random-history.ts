import type { TagView } from '@parley/contracts';

import { History, type Random, type Talk } from './history.ts';

const dayMs = 86_400_000;
export const departments = ['64b000000000000000000001', '64b000000000000000000002'];
export const channels = ['chat21', 'email', '*'];
export const agents = ['ada', 'linus', 'bot_robby'];
const tags = ['billing', 'vip', 'late'];

/** A project in which anything may have happened during the last weeks; `now` is when it is asked about. */
export function randomHistory(projectId: string, operations: number, random: Random, now: number): History {
  const history = new History(projectId);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const moment = () => new Date(now - Math.floor(random() * 40 * dayMs));

  const steps: Record<string, (talk: Talk) => void> = {
    becomeReal: (talk) => history.change(talk, { preflight: false, draft: false, status: 100 }),
    say: (talk) => history.say(talk, { createdAt: moment().toISOString() }),
    answer: (talk) =>
      history.say(talk, { sender: any(agents), channel: { name: any(channels) }, createdAt: moment().toISOString() }),
    hide: (talk) => history.say(talk, { audience: any(['team', 'private', 'own'] as const) }),
    note: (talk) => history.say(talk, { sender: 'system' }),
    wait: (talk) => history.change(talk, { waiting_time: Math.floor(random() * 1_000_000) }),
    serve: (talk) => {
      const participants = agents.filter(() => random() < 0.5);
      history.change(talk, { status: any([100, 150, 200]), participants, hasBot: participants.includes('bot_robby') });
    },
    close: (talk) =>
      history.close(talk, new Date(Date.parse(talk.request.createdAt) + Math.floor(random() ** 4 * dayMs))),
    reopen: (talk) => history.reopen(talk),
    rate: (talk) => history.change(talk, { rating: Math.floor(random() * 6) }),
    tag: (talk) => history.change(talk, { tags: tags.filter(() => random() < 0.4).map(tagOf) }),
    route: (talk) => history.change(talk, { department: { _id: any(departments), hasBot: false } }),
    park: (talk) => history.change(talk, { status: 50 }),
    delete: (talk) => history.delete(talk),
  };
  // What happens often stands here often.
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
    if (history.talks.size === 0 || random() < 0.3) {
      const kind = random();
      history.create({
        createdAt: moment().toISOString(),
        channel: { name: any(channels) },
        ...(kind < 0.15 ? { preflight: true, status: 50 } : kind < 0.25 ? { draft: true } : {}),
      });
    } else steps[random() < 0.8 ? any(often) : any(rare)]?.(any([...history.talks.values()]));
  }
  return history;
}

function tagOf(tag: string): TagView {
  return { _id: '64b000000000000000000009', tag, color: '#f00', createdAt: new Date().toISOString() };
}
