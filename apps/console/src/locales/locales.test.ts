import { readdirSync, readFileSync } from 'node:fs';

import { compileMessage } from '@lingui/message-utils/compileMessage';

type Catalogue = Record<string, string>;

const folder = new URL('.', import.meta.url);
const parts = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const languages = ['de', 'en', 'es', 'fr', 'it', 'pt'];
const read = (part: string, language: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`${part}/${language}.json`, folder), 'utf8'));

it('has each key in one part', () => {
  const keys = parts.flatMap(({ name }) => Object.keys(read(name, 'en')));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it('holds no text that the console does not show', () => {
  const sources = new URL('../', folder);
  const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => readFileSync(new URL(path, sources), 'utf8'))
    .join('\n');
  // Keys that are made of a word and a value: `inbox.view.${kind}`.
  const made = [...code.matchAll(/`([\w.]*\.\$\{[^}`]*\}(?:[\w.]|\$\{[^}`]*\})*)`/g)].map(
    ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '.+')}$`),
  );
  const keys = parts.flatMap(({ name }) => Object.keys(read(name, 'en')));
  expect(made.length).toBeGreaterThan(10);
  expect(keys.filter((key) => !code.includes(`'${key}'`) && !made.some((pattern) => pattern.test(key)))).toEqual([]);
});

it('keeps French marks on the line of their word', () => {
  const texts = parts.flatMap(({ name }) => Object.entries(read(name, 'fr')));
  expect(texts.filter(([, text]) => / [:;?!»]|« /.test(text))).toEqual([]);
});

describe.each(parts.map(({ name }) => name))('%s', (part) => {
  const english = read(part, 'en');

  it('is there in six languages', () => {
    expect(readdirSync(new URL(`${part}/`, folder)).sort()).toEqual(languages.map((language) => `${language}.json`));
  });

  it.each(languages)('has each text in %s, and none more', (language) => {
    expect(Object.keys(read(part, language))).toEqual(Object.keys(english));
  });

  it.each(languages)('says each text in %s with the values of the English one', (language) => {
    const catalogue = read(part, language);
    const values = (texts: Catalogue) =>
      Object.keys(english).map((id) => [id, valuesIn(compileMessage(texts[id] ?? ''))]);
    expect(values(catalogue)).toEqual(values(english));
  });
});

/** Names of the values that a compiled message shows or counts. */
function valuesIn(compiled: unknown): string[] {
  if (!Array.isArray(compiled)) return [];
  const names = compiled.flatMap((token) => {
    if (!Array.isArray(token)) return [];
    const [value, , cases] = token as [string, string?, object?];
    return [value, ...Object.values(cases ?? {}).flatMap((words) => valuesIn(words))];
  });
  return [...new Set(names)].sort();
}
