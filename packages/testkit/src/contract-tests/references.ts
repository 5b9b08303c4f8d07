import type { AnyEndpoint } from '@parley/contracts';

import type { RawCall } from '../client.ts';
import type { GoodCall } from './bad-calls.ts';
import type { Place, RecordName } from './row.ts';
import { fillPath, rowOf, searchFor } from './rows.ts';
import { type Field, fieldsOf, withValue } from './schema-walk.ts';

/** Which record a field of this name, or this name in one operation, refers to; `undefined`: it looks like an id and refers to nothing that is kept. */
const referenceNames: Readonly<Record<string, RecordName | undefined>> = {
  departmentid: 'department',
  id_group: 'group',
  group_id: 'group',
  id_bot: 'bot',
  id_faq_kb: 'bot',
  recipient: 'user',
  member: 'user',
  members: 'user',
  participants: 'user',
  sender: 'user',
  followers: 'teammate',
  lead: 'lead',
  role_id: 'role',
  'replaceBot.id': 'bot',
  /** Anybody's, known or not. */
  'banVisitor.id': undefined,
  /** Chosen by the caller, or names the project that is called. */
  request_id: undefined,
  external_id: undefined,
  externalId: undefined,
  lead_id: undefined,
  /** Of another project: 404. */
  rule_id: undefined,
  intent_id: undefined,
  /** Of another provider. */
  client_id: undefined,
  id_project: undefined,
};

const looksLikeReference = /^id$|^id_|_?id$|^(?:members?|participants|followers|sender|lead)$/i;

export interface ForeignReference extends RawCall {
  fault: string;
}

/**
 * The call with ids of another project, one field at a time.
 * @throws Error for a field that looks like an id and that `referenceNames` does not know, and for a record that the test lacks
 */
export function foreignReferences(endpoint: AnyEndpoint, good: GoodCall, elsewhere: Place): ForeignReference[] {
  if (endpoint.body === undefined || endpoint.stream === 'raw') return [];
  const { takesAnyId = [] } = rowOf(endpoint);
  const url = `${fillPath(good.path, good.params)}${searchFor(endpoint, good.place)}`;
  return fieldsOf(endpoint.body).flatMap((field) => {
    const name = nameOf(field, endpoint.operation);
    if (!field.kinds?.has('string') || takesAnyId.includes(name)) return [];
    const record = referenceOf(name, endpoint.operation);
    if (record === undefined) return [];
    const id = elsewhere.known[record];
    if (id === undefined) throw new Error(`the test knows no ${record} of elsewhere, which ${name} may refer to`);
    const body = withValue(good.body ?? {}, field, id);
    return [{ method: endpoint.method, url, body, fault: `body ${field.path.join('.')}: a ${record} of elsewhere` }];
  });
}

/** The last name on the way to a field; of a bare array the noun of its operation: `setParticipants`. */
function nameOf({ path }: Field, operation: string): string {
  const name = path.findLast((part) => typeof part === 'string');
  return name === undefined ? operation.replace(/^set/, '').toLowerCase() : String(name);
}

function referenceOf(name: string, operation: string): RecordName | undefined {
  const known = [`${operation}.${name}`, name].find((key) => Object.hasOwn(referenceNames, key));
  if (known !== undefined) return referenceNames[known];
  if (!looksLikeReference.test(name)) return undefined;
  throw new Error(`say in packages/testkit/src/contract-tests/references.ts what ${name} of ${operation} refers to`);
}
