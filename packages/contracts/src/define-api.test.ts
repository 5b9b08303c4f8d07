import { bodyKindOf } from './define-api.ts';
import * as contracts from './index.ts';
import { endpointsOf } from './openapi.ts';

const kinds = new Map(endpointsOf(contracts).map((endpoint) => [endpoint.operation, bodyKindOf(endpoint)]));

it('streams the bodies of uploaded files alone', () => {
  const streamed = endpointsOf(contracts).filter((endpoint) => bodyKindOf(endpoint) === 'streamed');
  expect(streamed.length).toBeGreaterThan(5);
  expect(streamed.filter(({ stream, owner }) => stream !== 'raw' || owner !== 'media')).toEqual([]);
});

it.each([
  ['sendMessage', 'whole'],
  ['importIntents', 'whole'],
  ['reportEngineStatus', 'whole'],
  ['listRequests', 'none'],
  ['closeRequest', 'none'],
  ['signInWithCustomToken', 'none'],
])('tells that the body of %s is %s', (operation, kind) => {
  expect(kinds.get(operation)).toBe(kind);
});
