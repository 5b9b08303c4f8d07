import { computed } from './operation.ts';

const parameters = { price: '7', count: 3, name: 'Ada' };
const value = (it: unknown) => ({ value: it });
const variable = (name: string) => ({ value: name, isVariable: true });

it.each([
  [[value('a'), value('b'), value(1)], ['addAsString', 'addAsString'], 'ab1'],
  [[variable('price'), variable('count')], ['multiplyAsNumber'], 21],
  [[value(10), value(4), value(3)], ['subtractAsNumber', 'divideAsNumber'], 2],
  [[variable('price'), value(1)], ['addAsNumber'], 8],
  [[value({ a: 1 })], [], { a: 1 }],
  [[variable('unknown'), value('!')], ['addAsString'], '!'],
  [[variable('name'), value(1)], ['addAsNumber'], null],
  [[value(1), value(0)], ['divideAsNumber'], null],
  [[value('a'), value('b')], ['toString'], 'a'],
  [[], [], null],
])('%j joined by %j is %j', (operands, operators, result) => {
  expect(computed({ operation: { operands, operators } }, parameters)).toEqual(result);
});
