import * as contracts from '@parley/contracts';
import { type AnyEndpoint, endpointsOf } from '@parley/contracts';
import findMyWay, { type HTTPMethod } from 'find-my-way';

import { mcpEndpoint } from './mcp/endpoint.ts';

/** Where a call is going. */
export interface Found {
  endpoint: AnyEndpoint;
  /** Of the path, decoded; absent on paths without one. */
  projectId?: string;
}

/** Every endpoint of the contracts, and the one for agents, found by method and path. */
export interface Endpoints {
  /** @param url path and query as they stand on the request line */
  find(method: string, url: string): Found | undefined;
  /** The methods that the path takes, for `Allow`; empty for an unknown path. */
  methodsOf(url: string): string[];
  /** Whether the session cookie is for this path, by any method. */
  takesCookie(url: string): boolean;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethod[];

/** @param isServed whether this installation has the service that owns an endpoint */
export function findEndpoints(isServed: (endpoint: AnyEndpoint) => boolean): Endpoints {
  const router = findMyWay({ ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 500 });
  for (const endpoint of [...endpointsOf(contracts).filter(isServed), mcpEndpoint]) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      router.on(endpoint.method.toUpperCase() as HTTPMethod, path, () => {}, endpoint);
    }
  }

  const endpointAt = (method: HTTPMethod, url: string) => {
    const found = router.find(method, pathOf(url));
    return found === null ? undefined : (found.store as AnyEndpoint);
  };
  return {
    takesCookie: (url) => methods.some((method) => endpointAt(method, url)?.cookie === 'session'),
    find(method, url) {
      const found = router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, pathOf(url));
      return found === null ? undefined : { endpoint: found.store as AnyEndpoint, projectId: found.params.id_project };
    },
    methodsOf(url) {
      const taken: string[] = methods.filter((method) => router.find(method, pathOf(url)) !== null);
      if (taken.includes('GET')) taken.push('HEAD');
      return taken.length === 0 ? taken : [...taken, 'OPTIONS'];
    },
  };
}

/** Strips the query, which the router would parse in vain. An absolute request target matches no route. */
function pathOf(url: string): string {
  if (!url.startsWith('/')) return '';
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}
