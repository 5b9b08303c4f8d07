import { demoContacts } from './contacts.ts';
import { languages, topics } from './dialogue.ts';
import { dialogues } from './dialogues.ts';
import { demoHistory } from './history.ts';

const now = new Date(2026, 10, 28, 13, 30);
const contacts = demoContacts();
const past = demoHistory(contacts, now, 60);
const startOf = ({ messages }: (typeof past)[number]) => messages[0]?.at ?? now;
const startedOn = (weekdays: readonly number[]) =>
  past.filter((one) => weekdays.includes(startOf(one).getDay())).length;
const startedWithin = (from: number, to: number) =>
  past.filter((one) => startOf(one).getHours() >= from && startOf(one).getHours() < to).length;

it('has 150 customers who differ, as many in each language', () => {
  expect(contacts).toHaveLength(150);
  for (const member of ['lead_id', 'fullname', 'email'] as const)
    expect(new Set(contacts.map((contact) => contact[member])).size).toBe(150);
  for (const language of languages)
    expect(contacts.filter(({ properties }) => properties.language === language)).toHaveLength(25);
});

it('is the same whenever it is made at the same time', () => {
  expect(demoHistory(demoContacts(), now, 60)).toEqual(past);
});

it('has about 400 conversations in 60 days, each over before now, with every topic in every language', () => {
  expect(past.length).toBeGreaterThan(350);
  expect(past.length).toBeLessThan(450);
  expect(new Set(past.map(({ name }) => name)).size).toBe(past.length);
  expect(past.filter(({ closedAt }) => closedAt >= now)).toEqual([]);
  const days = new Set(past.map((one) => startOf(one).toDateString()));
  expect(days.size).toBeGreaterThan(55);
  const found = new Set(past.map(({ topic, contact }) => `${topic} ${contact.properties.language}`));
  expect(found.size).toBeGreaterThan(languages.length * topics.length * 0.9);
});

it('has the rhythm of days and weeks, people and bots, and ratings', () => {
  // Per day: five working days against the two of the weekend.
  expect(startedOn([1, 2, 3, 4, 5]) / 5).toBeGreaterThan((startedOn([0, 6]) / 2) * 1.5);
  expect(startedWithin(9, 18)).toBeGreaterThan(past.length / 2);
  expect(startedWithin(0, 6)).toBeLessThan(past.length / 20);
  const share = (is: (one: (typeof past)[number]) => boolean) => past.filter(is).length / past.length;
  expect(share(({ withBot, agent }) => withBot && agent === undefined)).toBeGreaterThan(0.1);
  expect(share(({ agent }) => agent === 'Alan')).toBeGreaterThan(0.1);
  expect(share(({ rating }) => rating !== undefined)).toBeGreaterThan(0.35);
  expect(new Set(past.map(({ rating }) => rating?.rate))).toEqual(new Set([undefined, 1, 2, 3, 4, 5]));
});

it('tells each conversation in order, with all values filled in', () => {
  for (const { messages, closedAt } of past) {
    const times = [...messages.map(({ at }) => at.getTime()), closedAt.getTime()];
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(messages.filter(({ text }) => text === '' || /[{}|]/.test(text))).toEqual([]);
    expect(messages[0]?.from).toBe('visitor');
  }
});

it('says the same in each language: as many lines, by the same', () => {
  const speakers = (lines: readonly string[]) => lines.map((line) => line[0]).join('');
  const shape = ({ comments: _c, products: _p, ...lines }: (typeof dialogues)['en']) =>
    Object.fromEntries(Object.entries(lines).map(([topic, said]) => [topic, speakers(said)]));
  for (const language of languages) expect(shape(dialogues[language])).toEqual(shape(dialogues.en));
});
