import { mergeSlashes } from './merge-slashes.ts';

it.each([
  ['/v3/users', '/v3/users'],
  ['//v3///users//', '/v3/users/'],
  ['//', '/'],
  ['//evil.example/v3', '/evil.example/v3'],
  ['/v3//ws?token=a//b', '/v3/ws?token=a//b'],
  ['/v3/images?path=//a//b', '/v3/images?path=//a//b'],
  ['/v3//a?b=?//c', '/v3/a?b=?//c'],
  // Encoded, a slash is a sign of the value it stands in.
  ['/v3/x/%2F%2f/y', '/v3/x/%2F%2f/y'],
  ['/v3/x/%2F//y', '/v3/x/%2F/y'],
  // Not paths: nothing of ours is found at them.
  ['http://evil.example//v3/users', 'http://evil.example//v3/users'],
  ['*', '*'],
  ['', ''],
])('makes %j %j', (target, merged) => {
  expect(mergeSlashes(target)).toBe(merged);
});
