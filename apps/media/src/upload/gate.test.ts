import { Gate } from './gate.ts';

it('lets so many work at once, and everybody else in their turn', async () => {
  const gate = new Gate(2, 1_000);
  let [working, most] = [0, 0];
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      gate.run(async () => {
        working += 1;
        most = Math.max(most, working);
        order.push(index);
        await new Promise(setImmediate);
        working -= 1;
      }),
    ),
  );
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]]);
});

it('tells who has waited too long that it is busy, and lets the next ones in', async () => {
  const gate = new Gate(1, 20);
  let end: () => void = () => undefined;
  const first = gate.run(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await expect(gate.run(async () => 'second')).rejects.toMatchObject({ code: 'busy' });
  end();
  await first;
  await expect(gate.run(async () => 'third')).resolves.toBe('third');
});

it('gives a place back when its work fails', async () => {
  const gate = new Gate(1, 20);
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate.run(async () => 'next')).resolves.toBe('next');
});
