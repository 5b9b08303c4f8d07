import { type Commands, runCommand } from './commands.ts';

function run(...command: unknown[]) {
  const calls: unknown[] = [];
  const warnings: string[] = [];
  const commands = new Proxy({} as Commands, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        calls.push([name, ...args]),
  });
  runCommand(commands, command, (message) => warnings.push(message));
  return { calls, warnings };
}

it.each([
  [['open']],
  [['start']],
  [['start', { text: 'Hi', attributes: { cart: 3 } }]],
  [['set', { align: 'left' }]],
  [['consent', false]],
  [['shutdown']],
])('runs %j', (command) => {
  const { calls, warnings } = run(...command);
  expect(warnings).toEqual([]);
  expect(calls).toEqual([[...command, ...Array(3 - command.length).fill(undefined)]]);
});

it('takes a token alone or in an object', () => {
  expect(run('identify', 'abc').calls).toEqual([['identify', 'abc', undefined]]);
  expect(run('identify', { token: 'abc' }).calls).toEqual([['identify', 'abc', undefined]]);
});

it.each([
  [['fly']],
  [['constructor']],
  [[]],
  [[7]],
  [['open', 'now']],
  [['start', 'text']],
  [['start', { text: 7 }]],
  [['identify', {}]],
  [['identify']],
  [['set', ['align']]],
  [['on', 'open']],
  [['consent', 'yes']],
])('does nothing but warn for %j', (command) => {
  const { calls, warnings } = run(...command);
  expect(calls).toEqual([]);
  expect(warnings).toHaveLength(1);
});
