import { Pace, pauseMs } from './pace.ts';

function newPace() {
  const shown: string[] = [];
  const held: (string | undefined)[] = [];
  let now = 0;
  let due: { at: number; work: () => void } | undefined;
  const pace = new Pace<string>({
    show: (message) => shown.push(message),
    onHold: (next) => held.push(next),
    now: () => now,
    later: (work, delayMs) => {
      due = { at: now + delayMs, work };
      return () => {
        due = undefined;
      };
    },
  });
  const pass = (ms: number) => {
    now += ms;
    if (!due || due.at > now) return;
    const { work } = due;
    due = undefined;
    work();
  };
  return { pace, shown, held, pass };
}

it('shows the first at once and each further one after a pause', () => {
  const { pace, shown, held, pass } = newPace();
  for (const message of ['a', 'b', 'c']) pace.take(message, true);
  expect(shown).toEqual(['a']);
  expect(held).toEqual(['b']);
  pass(pauseMs - 1);
  expect(shown).toEqual(['a']);
  pass(1);
  expect(shown).toEqual(['a', 'b']);
  pass(pauseMs);
  expect(shown).toEqual(['a', 'b', 'c']);
  expect(held.at(-1)).toBeUndefined();
});

it('lets nothing overtake what is held back', () => {
  const { pace, shown, pass } = newPace();
  for (const message of ['a', 'b', 'c']) pace.take(message, true);
  pace.take('a person', false);
  expect(shown).toEqual(['a', 'b', 'c', 'a person']);
  pass(pauseMs * 4);
  expect(shown).toHaveLength(4);
});

it('shows nothing after its end', () => {
  const { pace, shown, pass } = newPace();
  for (const message of ['a', 'b']) pace.take(message, true);
  pace.close();
  pass(pauseMs);
  expect(shown).toEqual(['a']);
});
