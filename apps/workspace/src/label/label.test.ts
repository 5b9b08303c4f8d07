import type { LabelTexts } from '@parley/contracts';
import { shippedFor } from '../shipped-label/shipped-labels.ts';
import { addShipped, type LabelSet, makeDefault, removeLanguage, resolve, setLanguage } from './label.ts';

let count = 0;
const writing = { projectId: 'p', by: 'ada', at: new Date(), newId: () => `id${String(++count).padStart(4, '0')}` };
const changed = (set: LabelSet | undefined, lang: string, data: LabelTexts = {}, isDefault?: boolean) =>
  setLanguage(set, { lang, data, isDefault }, writing)?.next;
const marks = (set: LabelSet | undefined) => set?.entries.map(({ lang, isDefault }) => [lang, isDefault]);

describe('what is shown in a language', () => {
  const own = changed(changed(undefined, 'FR', { YES: 'Ouais' }), 'PT', { YES: 'Claro', MINE: 'x' })?.entries ?? [];

  it.each([
    ['IT', 'IT', 'Sì'],
    ['IT-CH', 'IT', 'Sì'],
    ['PT_BR', 'PT', 'Sim'],
    ['EN', 'EN', 'Yes'],
    ['XX', 'EN', 'Yes'],
    [undefined, 'EN', 'Yes'],
  ])('is shipped while the project has none of its own: %s', (language, lang, yes) => {
    expect(resolve(language, [])).toMatchObject({ lang, data: { YES: yes }, default: lang === 'EN' });
    expect(resolve(language, [])).not.toHaveProperty('_id');
  });

  it.each([
    ['PT', 'PT', 'Claro'],
    ['PT-BR', 'PT', 'Claro'],
    ['IT', 'FR', 'Ouais'],
    ['EN', 'FR', 'Ouais'],
    [undefined, 'FR', 'Ouais'],
  ])('is the project’s own, or its default, once it has some: %s', (language, lang, yes) => {
    expect(resolve(language, own)).toMatchObject({
      ...{ _id: expect.any(String), lang, data: { YES: yes }, default: lang === 'FR' },
    });
  });

  it('has what is missing from the shipped texts of its language, else from English', () => {
    const { data } = resolve('PT', own);
    expect([data.MINE, data.NO, Object.keys(data).length]).toEqual(['x', 'Não', 93]);
    const dutch = changed(undefined, 'NL', { YES: 'Ja' })?.entries ?? [];
    expect(resolve('NL', dutch).data).toMatchObject({ YES: 'Ja', NO: 'No' });
    const austrian = changed(undefined, 'DE-AT', { YES: 'Jo' })?.entries ?? [];
    expect(resolve('DE-AT', austrian).data).toMatchObject({ YES: 'Jo', NO: 'Nein' });
  });
});

describe('the default language', () => {
  it('is the first one, and then the last one marked', () => {
    const first = changed(undefined, 'IT', {}, false);
    expect(marks(first)).toEqual([['IT', true]]);
    const second = changed(first, 'EN');
    expect(marks(second)).toEqual([
      ['IT', true],
      ['EN', false],
    ]);
    expect(marks(changed(changed(second, 'FR', {}, true), 'FR', { YES: 'x' }, false))).toEqual([
      ['IT', false],
      ['EN', false],
      ['FR', true],
    ]);
    expect(marks(makeDefault(second, 'EN', writing)?.next)).toEqual([
      ['IT', false],
      ['EN', true],
    ]);
  });

  it('stays when it is replaced, marked again or named wrongly, and cannot be removed', () => {
    const set = changed(changed(undefined, 'IT', { YES: 'Sì' }), 'EN');
    expect(marks(changed(set, 'IT', { YES: 'Certo' }, false))?.[0]).toEqual(['IT', true]);
    expect(makeDefault(set, 'IT', writing)).toBeUndefined();
    expect(() => makeDefault(set, 'FR', writing)).toThrow(expect.objectContaining({ code: 'language_not_found' }));
    expect(() => removeLanguage(set, 'IT', writing)).toThrow(expect.objectContaining({ code: 'default_language' }));
    expect(marks(removeLanguage(set, 'EN', writing)?.next)).toEqual([['IT', true]]);
  });
});

it('adds of a shipped language only what is missing, and nothing the second time', () => {
  const italian = shippedFor('IT') ?? { lang: '', data: {} };
  const own = changed(changed(undefined, 'EN'), 'IT', { YES: 'Certo', MINE: 'mio' });

  const { next } = addShipped(own, italian, writing) ?? {};

  expect(next?.entries[1]?.data).toEqual({ ...italian.data, YES: 'Certo', MINE: 'mio' });
  expect(marks(next)).toEqual(marks(own));
  expect(addShipped(next, italian, writing)).toBeUndefined();
});

it('grows by one version per change, also over a removal of all', () => {
  const set = changed(undefined, 'EN');
  const empty = set && { ...set, entries: [], version: 1 };
  expect([set?.version, changed(set, 'EN')?.version, changed(empty, 'IT')]).toMatchObject([
    0,
    undefined,
    { id: set?.id, version: 2 },
  ]);
});

it('refuses more than 50 languages, and more than 300 kB in all', () => {
  const codes = Array.from({ length: 50 }, (_, n) => `A${String.fromCharCode(65 + (n % 25))}${n < 25 ? 'A' : 'B'}`);
  const full = codes.reduce<LabelSet | undefined>((set, lang) => changed(set, lang), undefined);
  expect(full?.entries).toHaveLength(50);
  expect(() => changed(full, 'ZZ')).toThrow(expect.objectContaining({ code: 'limit_reached' }));

  const large = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`K${n}`, 'x'.repeat(1500)]));
  const two = changed(changed(undefined, 'EN', large), 'IT', large);
  expect(two?.entries).toHaveLength(2);
  expect(() => changed(two, 'FR', large)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});
