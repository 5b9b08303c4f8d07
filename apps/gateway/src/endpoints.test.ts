import * as contracts from '@parley/contracts';
import { endpointsOf } from '@parley/contracts';

import { findEndpoints } from './endpoints.ts';

const endpoints = findEndpoints(() => true);
const project = '64b000000000000000000001';

it('finds every endpoint of the contracts by its path, its aliases, and both with a trailing slash', () => {
  const lost = endpointsOf(contracts).flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].flatMap((path) => {
      const url = path.replace(/:id_project\b/, project).replace(/:\w+/g, 'x1');
      const found = [url, `${url}/`, `${url}?page=1`].map((each) =>
        endpoints.find(endpoint.method.toUpperCase(), each),
      );
      return found.every((each) => each?.endpoint.operation === endpoint.operation)
        ? []
        : [`${endpoint.method} ${path}`];
    }),
  );

  expect(endpointsOf(contracts).length).toBeGreaterThan(40);
  expect(lost).toEqual([]);
});

it('names the project of the path, and none where there is none', () => {
  expect(endpoints.find('GET', `/v3/${project}/requests`)?.projectId).toBe(project);
  expect(endpoints.find('GET', `/v3/projects/${project}`)?.projectId).toBe(project);
  expect(endpoints.find('GET', '/v3/users')?.projectId).toBeUndefined();
});

it('answers HEAD where it answers GET', () => {
  expect(endpoints.find('HEAD', '/v3/users')?.endpoint.operation).toBe('getUser');
  expect(endpoints.find('HEAD', '/v3/auth/signin')).toBeUndefined();
});

it('lists the methods of a path', () => {
  expect(endpoints.methodsOf('/v3/users/?x')).toEqual(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);
  expect(endpoints.methodsOf('/v3/nothing/here')).toEqual([]);
});

it('keeps paths case-sensitive', () => {
  expect(endpoints.find('GET', '/v3/Users')).toBeUndefined();
});

it.each(['/v3/%zz/requests', '//', '/v3', '', '*', 'http://evil.example/v3/users', '/v3/../v3/users'])(
  'finds nothing at %j, and does not fail',
  (url) => {
    expect(endpoints.find('GET', url)).toBeUndefined();
    expect(endpoints.methodsOf(url)).toEqual([]);
  },
);

it('has only the endpoints of services that are there', () => {
  const some = findEndpoints(({ owner }) => owner === 'workspace');
  expect(some.find('GET', `/v3/${project}/requests`)).toBeUndefined();
  expect(some.find('GET', '/v3/users')?.endpoint.owner).toBe('workspace');
});
