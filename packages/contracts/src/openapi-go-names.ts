import { objectSchemasOf } from './openapi-sharing.ts';

/** Records carry `_id` and `id`, which Go's generators would both call `Id`: the first gets a name of its own. */
export function nameForGo(within: unknown): void {
  for (const { properties } of objectSchemasOf(within)) {
    nameForGo(Object.values(properties));
    // Beside a reference: what it points to may stand under other names, too.
    if (properties._id !== undefined) properties._id = { ...properties._id, 'x-go-name': 'StoredID' };
  }
}
