import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

import { type AppError, commonErrors, type FieldFault, isStorable, paramOf, validationFailed } from '@parley/contracts';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/**
 * The JSON of a body; an empty one counts as `{}`. Text that cannot be stored is added to `faults`.
 * @throws commonErrors.content_type_wrong for a body that is not declared as JSON in UTF-8, or compressed
 * @throws commonErrors.malformed_json for what is no JSON
 * @throws commonErrors.validation_failed for nesting without end
 */
export function readJson(body: Buffer, headers: IncomingHttpHeaders, faults: FieldFault[]): unknown {
  if (body.length === 0) return {};
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  if (type === undefined || !jsonType.test(type)) throw contentTypeWrong(headers, ['application/json']);
  if (encoding !== undefined && encoding !== 'identity') throw contentTypeWrong(headers, ['application/json']);
  if (!isUtf8(body)) throw commonErrors.malformed_json();

  const text = body.toString('utf8');
  if (nestsTooDeep(text)) {
    throw validationFailed([{ param: 'body', location: 'body', msg: `Nested deeper than ${maxDepth} levels` }]);
  }
  const value = parse(text);
  // Only an escape can bring what UTF-8 cannot.
  if (text.includes('\\u')) findUnstorable(value, [], faults);
  return value;
}

/** The 415 with what was declared, and what is accepted. */
export function contentTypeWrong(headers: IncomingHttpHeaders, accepted: readonly string[]): AppError {
  const { 'content-type': received, 'content-encoding': encoding } = headers;
  return commonErrors.content_type_wrong({
    accepted,
    ...(received !== undefined && { received: received.slice(0, maxShownType) }),
    ...(encoding !== undefined && { encoding: encoding.slice(0, maxShownType) }),
  });
}

const maxShownType = 100;

/** Why a text that is not storable is refused. */
export const notStorable = 'Must not contain U+0000 or lone surrogates';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw commonErrors.malformed_json({}, cause);
  }
}

const maxDepth = 64;
const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

// Before parsing, so that recursion over the parsed value is safe.
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === backslash) index++;
      else if (char === quote) inString = false;
    } else if (char === quote) inString = true;
    else if (char === openBrace || char === openBracket) {
      depth++;
      if (depth > maxDepth) return true;
    } else if (char === closeBrace || char === closeBracket) depth--;
  }
  return false;
}

function findUnstorable(value: unknown, path: readonly PropertyKey[], faults: FieldFault[]): void {
  const refuse = () => faults.push({ param: paramOf(path) || 'body', location: 'body', msg: notStorable });
  if (typeof value === 'string' && !isStorable(value)) refuse();
  if (typeof value !== 'object' || value === null) return;

  for (const [name, member] of Object.entries(value)) {
    if (isStorable(name)) findUnstorable(member, [...path, Array.isArray(value) ? Number(name) : name], faults);
    else refuse();
  }
}
