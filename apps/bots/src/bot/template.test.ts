import { templates } from './template.ts';

const filled = Object.entries(templates).filter(([, intents]) => intents.length > 0);

it('has the promised number of intents', () => {
  const counts = Object.fromEntries(Object.entries(templates).map(([name, intents]) => [name, intents.length]));
  expect(counts).toEqual({ empty: 0, blank: 2, handoff: 3, example: 15 });
});

describe('gives every intent a name of its own, and every button an intent that is not the fallback', () => {
  it.each(filled)('%s', (_name, intents) => {
    const names = intents.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['start', 'defaultFallback']));

    const phrases = new Map(
      intents.flatMap(({ name, question = '' }) => question.split('\n').map((line) => [line, name])),
    );
    expect(phrases.size).toBe(intents.flatMap(({ question = '' }) => question.split('\n')).length);
    const buttons = intents.flatMap(({ answer }) => answer.split('\n').filter((line) => line.startsWith('* ')));
    const lost = buttons.filter((button) => {
      if (/ https?:\/\/\S+$/.test(button)) return false;
      const [, label = '', action] = /^\* (.*?)(?: tdAction:(\w+))?$/.exec(button) ?? [];
      const reached = action === undefined ? phrases.get(label) : names.find((name) => name === action);
      return reached === undefined || reached === 'defaultFallback';
    });
    expect(lost).toEqual([]);
  });
});
