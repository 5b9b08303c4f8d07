import { documentsIn } from './build.ts';
import { monitoring } from './monitoring.ts';
import { readPlaces, readVariants, readVersion } from './places.ts';
import type { Resource } from './resource.ts';
import { refusalsOf } from './server-rules.fixture.ts';

const version = await readVersion();
const places = [...(await readPlaces(version)), ...(await readVariants(version))];

it.each([...places.map((place) => [place.name, documentsIn(place)] as const), ['monitoring', monitoring()] as const])(
  'an API server refuses no value in the documents of %s',
  (_name, documents) => {
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.flatMap(refusalsOf)).toEqual([]);
  },
);

const sound: Resource = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } };
const block = (cidr: string, ...except: string[]) => ({ spec: { ipBlock: { cidr, except } } });
const resources = (cpu: string, limit: string) => ({
  spec: { resources: { requests: { cpu }, limits: { cpu: limit } } },
});

it.each<[string, object, RegExp]>([
  ['an IPv4-mapped range within IPv6', block('::/0', '::ffff:0:0/96'), /strict subset/],
  ['a range that is all of its block', block('10.0.0.0/8', '10.0.0.0/8'), /strict subset/],
  ['a range beside its block', block('10.0.0.0/8', '11.0.0.0/16'), /strict subset/],
  ['a range of the other family', block('0.0.0.0/0', 'fc00::/7'), /strict subset/],
  ['a leading zero', block('010.0.0.0/8'), /cidr/],
  ['a length beyond the address', block('10.0.0.0/33'), /cidr/],
  ['an address within its range', block('10.0.0.1/8'), /cidr/],
  ['an unknown unit', resources('1Q', '2'), /quantity/],
  ['a request over its limit', resources('1500m', '1'), /than its limit/],
  ['a port of 0', { spec: { ports: [{ containerPort: 0 }] } }, /port 0/],
  ['a port without a letter', { spec: { targetPort: '80' } }, /port 80/],
  ['a long name of a port', { spec: { targetPort: 'a-very-long-name' } }, /port a-very/],
  ['a port named twice', { spec: { ports: [{ name: 'a' }, { name: 'a' }] } }, /twice/],
  ['a space in a label', { metadata: { name: 'x', labels: { a: 'b c' } } }, /label/],
  ['two slashes in a key', { metadata: { name: 'x', annotations: { 'a/b/c': '' } } }, /key/],
  ['a capital in a name', { metadata: { name: 'X' } }, /name X/],
  ['a dot in the name of a Service', { kind: 'Service', metadata: { name: 'a.b' } }, /name a\.b/],
  ['a variable that begins with a digit', { spec: { env: [{ name: '1A' }] } }, /variable/],
  ['an unordered duration', { spec: { interval: '5s1m' } }, /duration/],
  ['an hour of 24', { spec: { schedule: '0 24 * * *', jobTemplate: {} } }, /schedule/],
  ['a schedule without seconds of an operator that reads them', { spec: { schedule: '0 2 * * *' } }, /schedule/],
  ['a probe that never asks', { spec: { livenessProbe: { periodSeconds: 0 } } }, /periodSeconds/],
  ['a liveness that needs two answers', { spec: { livenessProbe: { successThreshold: 2 } } }, /successThreshold/],
  [
    'a selector that finds no pod of its own',
    { spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'c' } } } } },
    /finds no pod/,
  ],
])('would not let %s through', (_fault, fields, says) => {
  expect(refusalsOf(sound)).toEqual([]);
  expect(refusalsOf({ ...sound, ...fields }).join()).toMatch(says);
});
