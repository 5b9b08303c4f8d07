import type { AnyEndpoint, ServiceName } from '@parley/contracts';

import { analyticsRecords, analyticsRows } from './analytics.rows.ts';
import { botsRecords, botsRows } from './bots.rows.ts';
import { channelsRecords, channelsRows } from './channels.rows.ts';
import { contactsRecords, contactsRows } from './contacts.rows.ts';
import { conversationsRecords, conversationsRows } from './conversations.rows.ts';
import { mediaRecords, mediaRows } from './media.rows.ts';
import type { EndpointRow, Place, RecordMaker } from './row.ts';
import { sampleOf } from './schema-walk.ts';
import { webhooksRecords, webhooksRows } from './webhooks.rows.ts';
import { workspaceRecords, workspaceRows } from './workspace.rows.ts';

const rowsOf: Partial<Record<ServiceName, Readonly<Record<string, EndpointRow>>>> = {
  workspace: workspaceRows,
  conversations: conversationsRows,
  media: mediaRows,
  contacts: contactsRows,
  bots: botsRows,
  analytics: analyticsRows,
  webhooks: webhooksRows,
  channels: channelsRows,
};

const recordMakers: Readonly<Record<string, RecordMaker>> = {
  ...workspaceRecords,
  ...conversationsRecords,
  ...mediaRecords,
  ...contactsRecords,
  ...botsRecords,
  ...analyticsRecords,
  ...webhooksRecords,
  ...channelsRecords,
  id_project: ({ projectId }) => projectId,
};

/**
 * The row of an endpoint.
 * @throws Error that says where to add a row
 */
export function rowOf({ owner, operation }: AnyEndpoint): EndpointRow {
  const row = rowsOf[owner]?.[operation];
  if (row !== undefined) return row;
  throw new Error(`add a row for ${operation} to packages/testkit/src/contract-tests/${owner}.rows.ts`);
}

/** Operations that have a row and no endpoint any more. */
export function orphanedRows(endpoints: readonly AnyEndpoint[]): string[] {
  const known = new Set(endpoints.map(({ operation }) => operation));
  return Object.values(rowsOf)
    .flatMap((rows) => Object.keys(rows))
    .filter((operation) => !known.has(operation));
}

/** The names of the parameters of a path. */
export function paramsIn(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** A path with its parameters filled in, each encoded. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/**
 * Makes a living record for every parameter of the path.
 * @throws Error that says where to add a maker
 */
export async function makeParams(endpoint: AnyEndpoint, path: string, place: Place): Promise<Record<string, string>> {
  const own = rowOf(endpoint).params;
  const params: Record<string, string> = {};
  for (const name of paramsIn(path)) {
    const make = own?.[name] ?? recordMakers[name];
    if (!make) {
      throw new Error(
        `add a maker for :${name} of ${path} to packages/testkit/src/contract-tests/${endpoint.owner}.rows.ts`,
      );
    }
    params[name] = await make(place, params);
  }
  return params;
}

/** The query of a good call, with its question mark; empty for most. */
export function searchFor(endpoint: AnyEndpoint, place: Place, more: readonly [string, string][] = []): string {
  const names = more.map(([name]) => name);
  const needed = Object.entries(rowOf(endpoint).query?.(place) ?? {}).filter(([name]) => !names.includes(name));
  const search = new URLSearchParams([...needed, ...more]).toString();
  return search === '' ? '' : `?${search}`;
}

/** A good body of the endpoint, or nothing if it takes none. */
export function bodyFor(endpoint: AnyEndpoint, place: Place, params: Readonly<Record<string, string>>): unknown {
  const { body } = rowOf(endpoint);
  if (body !== undefined) return body(place, params);
  if (endpoint.body === undefined) return undefined;
  return endpoint.example?.body ?? sampleOf(endpoint.body);
}
