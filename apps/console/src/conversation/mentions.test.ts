import { matchingPeople, mentionAt, stillMentioned, withMention } from './mentions.ts';

const people = [
  { id: 'a', name: 'Ada Lovelace' },
  { id: 'g', name: 'Grace Hopper' },
  { id: 'l', name: 'Linus Lund' },
];

describe('mentions', () => {
  it.each([
    ['@', 1, { from: 0, typed: '' }],
    ['please @Ad', 10, { from: 7, typed: 'Ad' }],
    ['please @Ada L', 13, { from: 7, typed: 'Ada L' }],
    ['(@gr', 4, { from: 1, typed: 'gr' }],
    ['please @Ad and more', 10, { from: 7, typed: 'Ad' }],
    ['ada@shop.example', 8, undefined],
    ['@Ada has seen this', 18, undefined],
    ['none', 4, undefined],
  ])('are begun in %j at %i as %j', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected);
  });

  it('offer people by each part of their name', () => {
    expect(matchingPeople(people, 'l').map(({ id }) => id)).toEqual(['a', 'l']);
    expect(matchingPeople(people, 'grace h').map(({ id }) => id)).toEqual(['g']);
    expect(matchingPeople(people, 'x')).toEqual([]);
  });

  it('put the name in the place of what was typed', () => {
    expect(withMention('ask @gr please', 7, 4, 'Grace Hopper')).toEqual({
      text: 'ask @Grace Hopper please',
      caret: 18,
    });
  });

  it('count only while the name stands in the text', () => {
    const nameOf = (id: string) => people.find((person) => person.id === id)?.name;
    expect(stillMentioned('@Ada Lovelace: see above', ['a', 'g', 'gone'], nameOf)).toEqual(['a']);
  });
});
