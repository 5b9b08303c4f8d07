import { newPlaces } from './new-places.ts';

it('changes no more places than an order needs', () => {
  const records = ['a', 'b', 'c', 'd'].map((_id, position) => ({ _id, position }));
  expect(newPlaces(records, ['a', 'c', 'b', 'd'])).toEqual([
    { id: 'c', position: 1 },
    { id: 'b', position: 2 },
  ]);
  expect(newPlaces(records, ['a', 'b', 'c', 'd'])).toEqual([]);
});
