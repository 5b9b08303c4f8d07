import { IntentIndex, type Matchable } from './intent-index.ts';
import { wordsOf } from './words.ts';

const intents = [
  { name: 'hours', question: 'when do you open\nopening hours of the shop' },
  { name: 'Place', question: 'where is the shop' },
  { name: 'twin', question: 'When do you open?' },
  { name: 'Abcdefghijkl', question: null },
  { name: '12', question: null },
].map((intent, index): Matchable => ({ ...intent, id: `${index}`.padStart(24, 'a'), intentId: `uuid-${intent.name}` }));
const index = new IntentIndex(intents, (phrase) => wordsOf(phrase, 'en'));
const ranked = (text: string) => index.ranked(wordsOf(text, 'en'), 10);

it.each([
  ['#uuid-Place', 'Place'],
  [`${'a'.repeat(23)}1`, 'Place'],
  ['uuid-hours', 'hours'],
  ['place', 'Place'],
  ['Abcdefghijkl', 'Abcdefghijkl'],
  ['12', '12'],
])('finds %j by its name or id', (word, name) => {
  expect(index.find(word)?.name).toBe(name);
});

it.each(['', '#place', 'constructor', '__proto__', '%', "'"])('finds no intent called %j', (word) => {
  expect(index.find(word)).toBeUndefined();
});

it('takes the older of two that fit equally, always', () => {
  for (let time = 0; time < 1_000; time += 1) {
    expect(index.exact('WHEN do you open')?.intent.name).toBe('hours');
    expect(ranked('when open you do')[0]?.intent.name).toBe('hours');
  }
});

it('scores a phrase by the words that both have, and an intent by its best phrase', () => {
  expect(ranked('opening hours').map(({ intent, score, phrase }) => [intent.name, score, phrase])).toEqual([
    ['hours', (2 * 2) / (2 + 5), 'opening hours of the shop'],
  ]);
  expect(ranked('where is the shop').map(({ intent, score }) => [intent.name, score])).toEqual([
    ['Place', 1],
    ['hours', (2 * 2) / (4 + 5)],
  ]);
});

it('matches nothing without a word', () => {
  expect(ranked('')).toEqual([]);
  expect(ranked('?')).toEqual([]);
  expect(index.exact('')).toBeUndefined();
});
