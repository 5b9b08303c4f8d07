import { hasSame, tagNamed } from './inverse.ts';

describe('hasSame', () => {
  it.each([
    [[], [], true],
    [['ada'], ['ada'], true],
    [['ada', 'bot_1'], ['bot_1', 'ada'], true],
    [['ada'], [], false],
    [[], ['ada'], false],
    [['ada'], ['ada', 'linus'], false],
    [['ada', 'ada'], ['ada'], true],
    [['ada', 'linus'], ['ada', 'grace'], false],
  ])('of %j and %j is %s', (some, others, same) => {
    expect(hasSame(some, others)).toBe(same);
  });
});

describe('tagNamed', () => {
  const tags = [{ tag: 'Billing' }, { tag: 'späte Lieferung' }];

  it('finds a tag whatever its case', () => {
    expect(tagNamed(tags, 'billing')).toBe(tags[0]);
    expect(tagNamed(tags, 'SPÄTE LIEFERUNG')).toBe(tags[1]);
  });

  it('finds none by a part of its name', () => {
    expect(tagNamed(tags, 'Bill')).toBeUndefined();
  });
});
