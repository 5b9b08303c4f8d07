import { localeOf, nameOfLanguage } from './locale.ts';

it.each([
  ['en', ['C', 'en-US@posix', 'de-CH', 'en-GB', 'en-US'], 'en-GB'],
  ['de', ['C', 'en-US@posix', 'de-CH', 'en-GB'], 'de-CH'],
  ['pt', ['de-DE'], 'pt'],
  ['en', [''], 'en'],
  ['en', [], 'en'],
  ['ar-XB', ['ar'], 'ar-XB'],
])('takes for %s of %j the tag %s', (language, languages, expected) => {
  expect(localeOf(language, languages)).toBe(expected);
});

it.each([
  ['de', 'Deutsch'],
  ['it', 'Italiano'],
  ['C', 'C'],
  ['en-US@posix', 'en-US@posix'],
])('calls %s %s', (tag, name) => {
  expect(nameOfLanguage(tag)).toBe(name);
});
