import { inTurns } from './in-turns.ts';

it('gives each project its turn before one that has more gets another', async () => {
  const left = new Map([
    ['a', 3],
    ['b', 1],
    ['c', 2],
    ['d', 0],
  ]);
  const turns: string[] = [];
  const ids = [...left.keys()];
  await inTurns(
    async (after) => ids.filter((id) => id > after).slice(0, 2),
    async (id) => {
      turns.push(id);
      left.set(id, (left.get(id) ?? 0) - 1);
      return (left.get(id) ?? 0) > 0;
    },
  );
  expect(turns.join('')).toBe('abcdaca');
});

it('ends early when it is aborted', async () => {
  const over = new AbortController();
  const turns: string[] = [];
  await inTurns(
    async (after) => (after === '' ? ['a', 'b'] : []),
    async (id) => {
      turns.push(id);
      if (turns.length === 3) over.abort();
      return true;
    },
    over.signal,
  );
  expect(turns).toEqual(['a', 'b', 'a']);
});
