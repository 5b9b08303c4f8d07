import { readdirSync, readFileSync } from 'node:fs';

import { compileMessage } from '@lingui/message-utils/compileMessage';

type Catalogue = Record<string, string>;

const folder = new URL('.', import.meta.url);
const read = (name: string): Catalogue => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const english = read('en.json');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

it('is there in six languages', () => {
  expect(names.sort()).toEqual(['de.json', 'en.json', 'es.json', 'fr.json', 'it.json', 'pt.json']);
});

describe.each(names)('%s', (name) => {
  const catalogue = read(name);

  it('has each text of the console, and none more', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(english));
  });

  it.each(Object.keys(english))('says %s with the values of the English text', (id) => {
    expect(valuesIn(compileMessage(catalogue[id] ?? ''))).toEqual(valuesIn(compileMessage(english[id] ?? '')));
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
