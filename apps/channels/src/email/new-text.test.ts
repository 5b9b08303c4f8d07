import { clientShapes } from './client-shapes.fixture.ts';
import { newTextOf } from './new-text.ts';

/** Those that the contract names, and what it asks for besides. */
const clients = [
  ...['Gmail web', 'Gmail Android', 'Outlook desktop', 'Outlook web', 'Outlook mobile', 'Apple Mail', 'Thunderbird'],
  ...['Yahoo', 'Proton'],
];
const languages = ['English', 'German', 'French', 'Italian', 'Spanish', 'Portuguese', 'Dutch', 'Polish', 'Russian'];

it('knows forty shapes of clients at least', () => {
  expect(clientShapes.length).toBeGreaterThanOrEqual(40);
  const names = clientShapes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const lacking = (words: readonly string[]) => words.filter((word) => !names.some((name) => name.includes(word)));
  expect(lacking([...clients, 'inline', 'bottom'])).toEqual([]);
  expect(languages.length - lacking(languages).length).toBeGreaterThanOrEqual(8);
});

it.each(clientShapes.map((shape) => [shape.name, shape] as const))(
  'finds exactly what the person wrote: %s',
  (_name, { text, written }) => {
    expect(newTextOf(text, 'Re: Order')).toBe(written);
  },
);

it.each([
  'I wrote to you on Monday at 10:00: no answer.',
  'From: Berlin\nTo: Hamburg\nI need two tickets.',
  'My address <vera@customer.example> changed in 2026: please note.\nThank you',
  'Steps:\n1. I sent it.\n2. It came back from my neighbour.',
  'Der Kollege schrieb am 2.11. um 10:00: bitte warten.\nWas nun?',
])('cuts nothing off %j', (text) => {
  expect(newTextOf(text, 'Order')).toBe(text);
});
