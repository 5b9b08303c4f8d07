import { recentPlaces } from './recent-paths.ts';

const known = (path: string) => (path === 'unknown' ? undefined : { key: path });
const recentOf = (...paths: string[]) =>
  recentPlaces(
    paths.map((path) => (path.startsWith('/') ? path : `/console/p1/${path}`)),
    'p1',
    known,
  ).map(({ key }) => key);

it.each([
  ['each place once, the latest first', ['here', 'b', 'a', 'b', 'a'], ['b', 'a']],
  ['never the present one', ['here', 'a', 'here', 'b'], ['a', 'b']],
  ['none of another project or of no project', ['here', '/console/p2/a', '/console/projects', '/elsewhere'], []],
  ['nothing that is no place', ['here', 'unknown', 'a'], ['a']],
  ['all of them where the present one is no place', ['unknown', 'a'], ['a']],
  ['five at most', ['here', 'a', 'b', 'c', 'd', 'e', 'f'], ['a', 'b', 'c', 'd', 'e']],
  ['nothing of a browser that tells nothing', [], []],
])('names %s', (_, paths, expected) => {
  expect(recentOf(...paths)).toEqual(expected);
});
