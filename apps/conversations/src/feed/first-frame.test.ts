import { frameOf } from './first-frame.ts';

const record = (n: number, size: number) => ({ _id: `${n}`, __v: n, text: 'x'.repeat(size) });
const idsIn = (text: string) => JSON.parse(text).map(({ _id }: { _id: string }) => _id);

it('holds the newest records in the order asked for, with their versions', () => {
  const records = [record(3, 1), record(2, 1), record(1, 1)];
  expect(idsIn(frameOf(records).text)).toEqual(['3', '2', '1']);
  const { text, versions } = frameOf(records, 'oldest first');
  expect(idsIn(text)).toEqual(['1', '2', '3']);
  expect([...versions]).toEqual([
    ['3', 3],
    ['2', 2],
    ['1', 1],
  ]);
  expect(frameOf([]).text).toBe('[]');
});

it('drops the oldest records beyond the limit of a gRPC message, but never all of them', () => {
  const { text, versions } = frameOf(
    [record(3, 1_000_000), record(2, 2_900_000), record(1, 1_000_000)],
    'oldest first',
  );
  expect(idsIn(text)).toEqual(['2', '3']);
  expect(versions.has('1')).toBe(false);
  expect(idsIn(frameOf([record(1, 5_000_000)]).text)).toEqual(['1']);
});
