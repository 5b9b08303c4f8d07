/** Largest `data` of an event in bytes of JSON. Source: contract 50 section 1. */
export const maxDataBytes = 512_000;

/** What may be left out of an event, in this order, until it fits. */
export const expendable: readonly string[] = [
  'messages',
  'request.notes',
  // What changed repeats what the record holds.
  'patch.notes',
  'request.attributes',
  'patch.attributes',
  'message.metadata',
  'message.attributes',
  'request.first_text',
];

/**
 * The JSON of `data`, without the expendable members that it has no room for; their names then stand in `omitted`. What is
 * still too large goes as it is: an event is never refused for its size and never cut silently.
 */
export function fitData(data: unknown): string {
  let json = JSON.stringify(data);
  // A UTF-16 unit is three bytes at most, so that most events are never measured.
  if (json.length * 3 <= maxDataBytes || !isRecord(data)) return json;

  let rest = data;
  const omitted: string[] = [];
  for (const path of expendable) {
    if (Buffer.byteLength(json) <= maxDataBytes) break;
    const smaller = without(rest, path.split('.'));
    if (smaller === rest) continue;
    omitted.push(path);
    rest = smaller;
    json = JSON.stringify({ ...rest, omitted });
  }
  return json;
}

/** `record` itself when there is nothing at `path`. */
function without(record: Record<string, unknown>, [key = '', ...deeper]: string[]): Record<string, unknown> {
  const value = record[key];
  if (value === undefined) return record;
  if (deeper.length > 0) {
    if (!isRecord(value)) return record;
    const smaller = without(value, deeper);
    return smaller === value ? record : { ...record, [key]: smaller };
  }
  const { [key]: _left, ...rest } = record;
  return rest;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
