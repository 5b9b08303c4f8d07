import * as contracts from './index.ts';
import { publisherOf } from './publishers.ts';

const types = contracts.eventsOf(contracts).map(({ type }) => type);

it('knows the publisher of every event of the catalogue', () => {
  expect(types.length).toBeGreaterThan(40);
  expect(types.filter((type) => publisherOf(type) === undefined)).toEqual([]);
  expect(publisherOf('thing.changed')).toBeUndefined();
});
