import { jsonBytes, jsonObject } from '@parley/contracts';

/** Named values of a conversation. Source: contract 60 section 7.6. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Values to write; `null` removes a parameter. */
export type ParameterChanges = Readonly<Record<string, unknown>>;

const maxNames = 200;
const maxBytesEach = 10_240;
const maxBytes = 262_144;
const maxDepth = 20;
const nameShape = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const tokenName = /token$|^jwt$/i;

/** Placeholders with values of the engine; no parameter may have these names. */
export const ownNames = [
  'project_id',
  'conversation_id',
  'chatbot_id',
  'chatbot_name',
  'department_id',
  'department_name',
  'last_user_text',
  'lastUserText',
  'last_message_id',
  'user_id',
  'userLeadId',
  'user_language',
  'user_source_page',
  'user_agent',
  'user_country',
  'user_city',
  'chatChannel',
  'ticketId',
] as const;
export type OwnName = (typeof ownNames)[number];

const reserved: ReadonlySet<string> = new Set([...ownNames, 'globals']);

/** Whether a parameter may have this name. */
export function isParameterName(name: string): boolean {
  if (!nameShape.test(name) || name.startsWith('_') || name.startsWith('support-group-')) return false;
  return !reserved.has(name) && !tokenName.test(name);
}

const Value = jsonObject(maxBytesEach + 10, maxDepth + 1);

/** The reason why a value cannot be stored, if any. */
function faultOf(current: Parameters, name: string, value: unknown): string | undefined {
  if (!isParameterName(name)) return 'No parameter may have this name';
  const { error } = Value.safeParse({ value });
  if (error) return error.issues[0]?.message ?? 'Cannot be stored';
  const next = { ...current, [name]: value };
  if (Object.keys(next).length > maxNames) return `At most ${maxNames} parameters`;
  return jsonBytes(next) > maxBytes ? `At most ${maxBytes} bytes in all` : undefined;
}

export interface AppliedChanges {
  parameters: Parameters;
  /** The rejected values with reasons; all others were stored. */
  faults: readonly { name: string; msg: string }[];
}

/** Applies changes one by one, in order, and rejects those that break a limit. */
export function applyChanges(current: Parameters, changes: ParameterChanges): AppliedChanges {
  let parameters = { ...current };
  const faults: { name: string; msg: string }[] = [];
  for (const [name, value] of Object.entries(changes)) {
    const msg = value === null || value === undefined ? undefined : faultOf(parameters, name, value);
    if (msg !== undefined) faults.push({ name, msg });
    else if (value === null || value === undefined) delete parameters[name];
    else parameters = { ...parameters, [name]: value };
  }
  return { parameters, faults };
}
