import { everyPerson, isMachine, type PrincipalKind } from './access.ts';
import { bodyKindOf, kindsOf } from './define-api.ts';
import * as contracts from './index.ts';
import { endpointsOf } from './openapi.ts';

const endpoints = endpointsOf(contracts);
const kinds = new Map(endpoints.map((endpoint) => [endpoint.operation, bodyKindOf(endpoint)]));

it('streams the bodies of uploaded files alone', () => {
  const streamed = endpoints.filter((endpoint) => bodyKindOf(endpoint) === 'streamed');
  expect(streamed.length).toBeGreaterThan(5);
  expect(streamed.filter(({ stream, owner }) => stream !== 'raw' || !['media', 'channels'].includes(owner))).toEqual(
    [],
  );
});

it.each([
  ['sendMessage', 'whole'],
  ['importIntents', 'whole'],
  ['reportEngineStatus', 'whole'],
  ['listRequests', 'none'],
  ['closeOwnRequest', 'none'],
  ['signInWithCustomToken', 'none'],
])('tells that the body of %s is %s', (operation, kind) => {
  expect(kinds.get(operation)).toBe(kind);
});

it('answers every success with 200 and a body that is not null, but uploads with 201, and leads browsers on with 302', () => {
  // What is made by SCIM is answered as RFC 7644 has it.
  const ours = endpoints.filter(({ tag }) => tag !== 'SCIM');
  const faults = ours.filter(({ status = 200, stream, response }) => {
    const isOther = status !== 200 && stream === 'raw';
    return (
      (status !== 200 && !isOther) ||
      (stream !== 'raw' && [null, undefined].some((none) => response.safeParse(none).success))
    );
  });
  expect(faults.map(({ operation }) => operation)).toEqual([]);
});

it('lets bots and webhooks reach no accounts, projects, tokens, keys and teammates', () => {
  const guarded = endpoints.filter(
    ({ path, role }) =>
      role !== 'public' && /^\/v3\/(?:users|projects|jwt)\b|^\/v3\/:id_project\/(?:keys|project_users)\b/.test(path),
  );
  expect(guarded.length).toBeGreaterThan(20);
  const open = guarded.filter(({ kinds: allowed = everyPerson as readonly PrincipalKind[] }) =>
    allowed.some(isMachine),
  );
  expect(open.map(({ operation }) => operation)).toEqual([]);
});

it('lets agents whom a customer provisions change no account, and make no project', () => {
  const own = ['updateUser', 'changePassword', 'deleteUser', 'createProject'];
  const allowed = endpoints.filter(({ operation }) => own.includes(operation)).map((endpoint) => endpoint.kinds);
  expect(allowed).toEqual(own.map(() => ['user']));
});

it('lets tokens of programs change nothing in a project that needs no right', () => {
  const open = endpoints.filter(
    (endpoint) =>
      endpoint.method !== 'get' &&
      endpoint.path.includes(':id_project') &&
      endpoint.role !== 'public' &&
      endpoint.right === 'none' &&
      kindsOf(endpoint).includes('token'),
  );
  expect(open.map(({ operation }) => operation)).toEqual([]);
});
