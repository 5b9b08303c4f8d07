import {
  editedText,
  editedTexts,
  foundKeys,
  hasEdits,
  languagesToWrite,
  overtakenTexts,
  ownText,
  withEdit,
  withoutEdits,
} from './label-texts.ts';

const shipped = { EN: { HELLO: 'Hello', DAYS: ['Mon', 'Tue'] }, DE: { HELLO: 'Hallo' }, TR: { HELLO: 'Merhaba' } };
const own = { EN: { HELLO: 'Welcome', OWN: 'x' }, DE: { HELLO: 'Hallo' } };

it('calls a text the project’s own when it differs from the shipped one', () => {
  expect(ownText(own, shipped, 'EN', 'HELLO')).toBe('Welcome');
  expect(ownText(own, shipped, 'DE', 'HELLO')).toBeUndefined();
  expect(ownText(own, shipped, 'TR', 'HELLO')).toBeUndefined();
});

it('remembers an edit until it is what is stored, and resets to the shipped text', () => {
  const present = { own, shipped };
  const edited = withEdit({}, present, { language: 'EN', key: 'HELLO', text: 'Good day' });
  expect(edited).toEqual({ EN: { HELLO: 'Good day' } });
  expect(hasEdits(withEdit(edited, present, { language: 'EN', key: 'HELLO', text: 'Welcome' }))).toBe(false);
  const reset = withEdit(edited, present, { language: 'EN', key: 'HELLO', text: 'Hello' });
  expect(Object.entries(reset.EN ?? {})).toEqual([['HELLO', undefined]]);
});

it('stores own texts with edits over them, and lists as lists', () => {
  expect(editedTexts(own.EN, shipped.EN, { HELLO: undefined, DAYS: 'M, D ' })).toEqual({ OWN: 'x', DAYS: ['M', 'D'] });
});

it('writes what was edited; with the first labels every shipped language, English first', () => {
  const edits = { DE: { HELLO: 'Moin' }, EN: {} };
  expect(languagesToWrite(own, shipped, edits)).toEqual(['DE']);
  expect(languagesToWrite({}, shipped, edits)).toEqual(['EN', 'DE', 'TR']);
  expect(languagesToWrite({}, shipped, {})).toEqual([]);
});

it('finds keys by name and by text', () => {
  const textsOf = (key: string) => (key === 'HELLO' ? ['Hello', 'Merhaba'] : ['x']);
  expect(foundKeys(['HELLO', 'OWN'], 'merh', textsOf)).toEqual(['HELLO']);
  expect(foundKeys(['HELLO', 'OWN'], 'ow', textsOf)).toEqual(['OWN']);
  expect(foundKeys(['HELLO', 'OWN'], ' ', textsOf)).toEqual(['HELLO', 'OWN']);
});

it('tells which edited texts another person has changed meanwhile', () => {
  const before = { own, shipped };
  const edits = { EN: { HELLO: 'Good day', DAYS: 'M, D' }, DE: { HELLO: undefined } };
  const changed = (texts: typeof own) => overtakenTexts(before, { own: texts }, edits);
  expect(changed(own)).toEqual([]);
  expect(changed({ ...own, EN: { ...own.EN, HELLO: 'Hi' } })).toEqual([{ language: 'EN', key: 'HELLO' }]);
  // To the same, or of a text that was not edited.
  expect(changed({ ...own, EN: { HELLO: 'Good day', OWN: 'y' } })).toEqual([]);
  expect(changed({ ...own, DE: { HELLO: 'Moin' } })).toEqual([{ language: 'DE', key: 'HELLO' }]);
  expect(editedText(shipped, edits, { language: 'DE', key: 'HELLO' })).toBe('Hallo');
  expect(withoutEdits(edits, [{ language: 'EN', key: 'HELLO' }])).toEqual({
    EN: { DAYS: 'M, D' },
    DE: { HELLO: undefined },
  });
});
