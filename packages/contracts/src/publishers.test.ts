import * as contracts from './index.ts';
import { publisherOf } from './publishers.ts';

const types = Object.values<unknown>(contracts).flatMap((value) =>
  typeof value === 'function' && 'dataschema' in value && 'type' in value ? [String(value.type)] : [],
);

it('knows the publisher of every event of the catalogue', () => {
  expect(types.length).toBeGreaterThan(40);
  expect(types.filter((type) => publisherOf(type) === undefined)).toEqual([]);
  expect(publisherOf('thing.changed')).toBeUndefined();
});
