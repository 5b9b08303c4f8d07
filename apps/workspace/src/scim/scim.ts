import { type AppError, type ScimUserView, scimDetails, scimErrors } from '@parley/contracts';
import { answer, type Reply } from '@parley/service-kit/http';

import type { Teammate } from '../teammate/teammate.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Records on a page. */
export const maxPage = 200;

/** What a request selects: everything, or the records with this value. */
export interface Selection {
  by?: string;
  value: string;
}

/** A page as SCIM counts it: from 1 on. */
export interface ScimPage {
  start: number;
  count: number;
}

/** One operation of a PATCH, in one of the forms that RFC 7644, Entra ID and Okta have. */
export interface PatchOperation {
  op: string;
  path?: string | undefined;
  value?: unknown;
}

/** A change of one attribute. */
export interface AttributeChange {
  op: 'add' | 'replace' | 'remove';
  /** Lower case, without the schema before it: `name.givenname`. Empty: the record itself. */
  path: string;
  value: unknown;
}

/** Answers a record in the type of SCIM. */
export function scimAnswer<Body>(body: Body): Reply<Body> {
  return answer(body, { 'content-type': 'application/scim+json; charset=utf-8' });
}

export function listOf<Resource>(resources: Resource[], totalResults: number, { start }: ScimPage) {
  return scimAnswer({
    schemas: [listSchema],
    totalResults,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

export function pageOf({
  startIndex = 1,
  count = 100,
}: {
  startIndex?: number | undefined;
  count?: number | undefined;
}): ScimPage {
  return { start: Math.max(1, startIndex), count: Math.min(Math.max(0, count), maxPage) };
}

/**
 * Reads a filter of the one form that identity providers look records up by: `attribute eq "value"`.
 * @param attributes in lower case
 * @throws scimErrors.scim_filter_invalid
 */
export function selectionOf(filter: string | undefined, attributes: readonly string[]): Selection {
  if (filter === undefined || filter.trim() === '') return { value: '' };
  const [, path = '', text = ''] = /^\s*([\w.:[\]" ]+?)\s+eq\s+("(?:[^"\\]|\\.){0,300}")\s*$/i.exec(filter) ?? [];
  const by = attributeOf(path);
  if (!attributes.includes(by)) throw scimErrors.scim_filter_invalid(scimDetails('invalidFilter'));
  try {
    const value = JSON.parse(text) as string;
    // PostgreSQL takes no NUL, which an escape in the filter can bring in: bodies are checked when they are read.
    if (value.includes('\0')) throw new RangeError('a text with NUL');
    return { by, value };
  } catch (cause) {
    throw scimErrors.scim_filter_invalid(scimDetails('invalidFilter'), cause);
  }
}

/** The operations as changes of single attributes, in their order. @throws scimErrors.scim_value_invalid */
export function changesOf(operations: readonly PatchOperation[]): AttributeChange[] {
  return operations.flatMap(({ op: word, path, value }) => {
    const op = word.toLowerCase();
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw invalidValue('op');
    if (path !== undefined && path !== '') return [{ op, path: attributeOf(path), value }];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidValue('value');
    return Object.entries(value).flatMap(([name, member]): AttributeChange[] => {
      const attribute = attributeOf(name);
      const isWhole = attribute === 'name' && typeof member === 'object' && member !== null;
      if (!isWhole) return [{ op, path: attribute, value: member }];
      return Object.entries(member).map(([part, inner]) => ({ op, path: `name.${part.toLowerCase()}`, value: inner }));
    });
  });
}

/** An attribute without its schema, in lower case: names of attributes know no case. What stands in `[…]` stays as it is. */
function attributeOf(path: string): string {
  const bare = path.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');
  const bracket = bare.indexOf('[');
  return bracket < 0 ? bare.toLowerCase() : bare.slice(0, bracket).toLowerCase() + bare.slice(bracket);
}

export function invalidValue(attribute: string): AppError {
  return scimErrors.scim_value_invalid(scimDetails('invalidValue', { attribute }));
}

/** A text of an attribute; absent: taken away. @throws scimErrors.scim_value_invalid */
export function textIn({ op, path, value }: AttributeChange, max: number): string | undefined {
  if (op === 'remove' || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > max) throw invalidValue(path);
  return value;
}

/** Entra ID sends words. @throws scimErrors.scim_value_invalid */
export function flagIn({ path, value }: AttributeChange): boolean {
  const word = String(value).toLowerCase();
  if (word !== 'true' && word !== 'false') throw invalidValue(path);
  return word === 'true';
}

export function userViewOf(teammate: Teammate, externalId: string | undefined, address: string): ScimUserView {
  const { email = '', firstname: givenName = '', lastname: familyName = '' } = teammate.person ?? {};
  const formatted = `${givenName} ${familyName}`.trim();
  return {
    schemas: [userSchema],
    id: teammate.id,
    externalId,
    userName: email,
    name: { givenName, familyName, formatted },
    displayName: formatted,
    emails: [{ value: email, type: 'work', primary: true }],
    active: teammate.status === 'active' && !teammate.trashed,
    meta: {
      resourceType: 'User',
      location: `${address}/Users/${teammate.id}`,
      created: teammate.createdAt.toISOString(),
      lastModified: teammate.updatedAt.toISOString(),
    },
  };
}

/** Where the records of a project are. */
export function addressOf(publicUrl: string, projectId: string): string {
  return `${publicUrl}/v3/${projectId}/scim/v2`;
}
