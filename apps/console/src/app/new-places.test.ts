import { newPlaces } from './new-places.ts';

it('changes no more places than an order needs', () => {
  const records = ['a', 'b', 'c', 'd'].map((_id, position) => ({ _id, position }));
  expect(newPlaces(records, ['a', 'c', 'b', 'd'])).toEqual([
    { id: 'c', position: 1 },
    { id: 'b', position: 2 },
  ]);
  expect(newPlaces(records, ['a', 'b', 'c', 'd'])).toEqual([]);
});

it('leaves what another tab has added meanwhile', () => {
  const records = ['a', 'b', 'added'].map((_id) => ({ _id, position: 7 }));
  expect(newPlaces(records, ['b', 'a'])).toEqual([
    { id: 'b', position: 0 },
    { id: 'a', position: 1 },
  ]);
});
