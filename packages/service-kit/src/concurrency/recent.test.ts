import { Recent } from './recent.ts';

const later = () => Date.now() + 60_000;

it('forgets the least recently used beyond its capacity', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1, later());
  recent.set('b', 2, later());
  recent.get('a');
  recent.set('c', 3, later());

  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
});

it('forgets what has expired', () => {
  const recent = new Recent<number>(2);
  recent.set('a', 1, Date.now());

  expect(recent.get('a')).toBeUndefined();
});
