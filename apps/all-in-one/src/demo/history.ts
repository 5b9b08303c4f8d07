import type { DemoContact } from './contacts.ts';
import type { Dialogues, Line, Topic } from './dialogue.ts';
import { dialogues } from './dialogues.ts';
import type { DemoAgent, DemoDepartment, DemoTag } from './open-conversations.ts';
import { Random } from './random.ts';

/** A closed conversation of the past. */
export interface PastConversation {
  /** The same in every demo. */
  name: string;
  contact: DemoContact;
  topic: string;
  department?: DemoDepartment;
  /** Absent: the bot alone has answered. */
  agent?: DemoAgent;
  withBot: boolean;
  channel?: 'form';
  tags: DemoTag[];
  priority?: 'high' | 'urgent';
  sourcePage: string;
  userAgent: string;
  messages: { from: 'visitor' | 'agent' | 'bot'; text: string; at: Date }[];
  closedAt: Date;
  rating?: { rate: number; rate_message?: string };
}

/** Days of the past, today included. */
export const maxHistoryDays = 60;
const minuteMs = 60_000;

/** New conversations on an ordinary day, from Sunday. */
const perWeekday = [3, 9, 8, 8, 7, 7, 5];
/** How likely a conversation begins in each hour of the day, of the clock on the wall. */
const perHour = [1, 0, 0, 0, 0, 1, 2, 4, 8, 13, 15, 13, 9, 10, 13, 14, 12, 9, 7, 6, 6, 5, 3, 2];
const hours = Object.fromEntries(perHour.map((weight, hour) => [hour, weight]));

const byAgent: Record<DemoAgent, number> = { Linus: 42, Ada: 33, Alan: 25 };
const byTopic: Record<Topic, number> = {
  ...{ parcel: 26, invoice: 14, damaged: 12, wholesale: 9, product: 14, giftWrap: 8, address: 10, discount: 7 },
};
const tagOf: Record<Topic, DemoTag> = {
  ...{ parcel: 'delivery', invoice: 'billing', damaged: 'returns', wholesale: 'wholesale', product: 'product' },
  ...{ giftWrap: 'gift', address: 'delivery', discount: 'billing' },
} as const;
const pageOf: Record<Topic, string> = {
  ...{ parcel: 'orders', invoice: 'account/invoices', damaged: 'returns', wholesale: 'companies' },
  ...{ product: 'pens', giftWrap: 'cart', address: 'orders', discount: 'cart' },
};
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

/** What has happened in the shop until now: busy mornings and afternoons, quiet weekends, and a team that became quicker. */
export function demoHistory(contacts: readonly DemoContact[], now: Date, days: number): PastConversation[] {
  const random = new Random(60);
  const past: PastConversation[] = [];
  for (let back = days - 1; back >= 0; back -= 1) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
    // A little more each week, and no day like the other.
    const growth = 1 + 0.25 * ((maxHistoryDays - back) / maxHistoryDays - 0.5);
    const count = Math.round((perWeekday[day.getDay()] ?? 0) * growth * (0.75 + 0.5 * random.next()));
    for (let number = 0; number < count; number += 1) {
      const hour = Number(random.ofWeighted(hours));
      const [minute, second] = [random.between(0, 59), random.between(0, 59)];
      const at = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute, second);
      past.push(conversationOf(`history.${back}.${number}`, at, back, contacts, random));
    }
  }
  // Not before they are over: an import takes nothing that lies in the future.
  return past.filter(({ closedAt }) => closedAt < now);
}

function conversationOf(
  name: string,
  at: Date,
  daysBack: number,
  contacts: readonly DemoContact[],
  random: Random,
): PastConversation {
  // Some write often: the square prefers those who stand first in a list of their own.
  const contact = contacts[(Math.floor(random.next() ** 1.4 * contacts.length * 0.999) * 7) % contacts.length];
  if (!contact) throw new Error('The shop has no customers.');
  const texts = dialogues[contact.properties.language];
  const who = { name, contact, userAgent: random.of(userAgents) };
  return random.chance(0.17)
    ? answeredByBot({ ...who, at }, texts, random)
    : answeredByAgent({ ...who, at, daysBack }, texts, random);
}

type Who = Pick<PastConversation, 'name' | 'contact' | 'userAgent'> & { at: Date };

function answeredByBot({ at, ...who }: Who, texts: Dialogues, random: Random): PastConversation {
  const topic = random.chance(0.5) ? 'botHours' : 'botOrder';
  const messages = spoken(texts[topic], { at, waitMs: 2_000, contact: who.contact, texts, random });
  return {
    ...who,
    ...{ topic, department: 'Ask Robby', withBot: true, tags: topic === 'botOrder' ? ['delivery'] : [], messages },
    sourcePage: 'https://shop.example/help',
    closedAt: endOf(messages, 5),
    ...(random.chance(0.3) && { rating: { rate: random.chance(0.6) ? 5 : 4 } }),
  };
}

function answeredByAgent(
  { at, daysBack, ...who }: Who & { daysBack: number },
  texts: Dialogues,
  random: Random,
): PastConversation {
  const topic = random.ofWeighted(byTopic);
  const withBot = random.chance(0.2);
  const isClosed = at.getHours() < 8 || at.getHours() > 21;
  // Two months ago the team was slower.
  const waitMs = random.logNormal((isClosed ? 11 : 2.2) * minuteMs, 0.8) * (0.75 + 0.5 * (daysBack / maxHistoryDays));
  const [first, ...rest] = texts[topic];
  const lines = withBot ? [first, ...texts.handoff, ...rest] : [first, ...rest];
  const messages = spoken(lines, { at, waitMs, contact: who.contact, texts, random });
  const rating = random.chance(0.48) ? ratingOf(waitMs, texts, random) : undefined;
  return {
    ...who,
    ...{ topic, withBot, messages, agent: random.ofWeighted(byAgent), tags: [tagOf[topic]] },
    ...(topic === 'wholesale' || topic === 'product' ? ({ department: 'Sales' } as const) : {}),
    ...(topic === 'damaged' ? ({ department: 'Returns' } as const) : {}),
    ...(random.chance(0.12) && !withBot && ({ channel: 'form' } as const)),
    ...(random.chance(0.07) && ({ priority: 'high' } as const)),
    sourcePage: `https://shop.example/${pageOf[topic]}`,
    closedAt: endOf(messages, random.between(1, 12)),
    ...(rating && { rating }),
  };
}

interface Telling {
  at: Date;
  /** Until the first answer of an agent. */
  waitMs: number;
  contact: DemoContact;
  texts: Dialogues;
  random: Random;
}

function spoken(lines: readonly Line[], { at, waitMs, contact, texts, random }: Telling): PastConversation['messages'] {
  const values: Record<string, string> = {
    order: String(random.between(1040, 9860)),
    product: random.of(texts.products),
    company: contact.company ?? contact.fullname,
  };
  let time = at.getTime();
  let hasAgent = false;
  return lines.map((line, index) => {
    const from = ({ v: 'visitor', a: 'agent', b: 'bot' } as const)[line[0] as 'v' | 'a' | 'b'];
    if (index > 0) {
      if (from === 'bot') time += 1_500;
      else if (from === 'agent' && !hasAgent) time += waitMs;
      else time += random.logNormal(80_000, 0.7);
      hasAgent ||= from === 'agent';
    }
    const text = random.of(line.slice(3).split('|')).replaceAll(/\{(\w+)\}/g, (_, key) => values[key] ?? '');
    return { from, text, at: new Date(Math.round(time)) };
  });
}

function endOf(messages: PastConversation['messages'], minutes: number): Date {
  return new Date((messages.at(-1)?.at.getTime() ?? 0) + minutes * minuteMs);
}

/** Who waits longer is less content. */
function ratingOf(waitMs: number, { comments }: Dialogues, random: Random): { rate: number; rate_message?: string } {
  const isLate = waitMs > 12 * minuteMs;
  const rate = Number(
    random.ofWeighted(isLate ? { 5: 20, 4: 28, 3: 24, 2: 16, 1: 12 } : { 5: 62, 4: 25, 3: 8, 2: 3, 1: 2 }),
  );
  const [praise, mixed, complaints] = comments;
  const comment = random.of(rate === 5 ? praise : rate >= 3 ? mixed : complaints);
  return { rate, ...(random.chance(0.4) && { rate_message: comment }) };
}
