import {
  type AppError,
  BotFile,
  commonErrors,
  type FieldFault,
  isStorable,
  paramOf,
  validationFailed,
} from '@parley/contracts';

import { actionKinds } from '../engine/actions.ts';

const deepest = 32;
const maxFaults = 50;
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** @throws malformed_json with line and column */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(cause)) ?? [];
    const lines = text.split('\n');
    const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    throw commonErrors.malformed_json(line ? { line: Number(line), column: Number(column) } : end, cause);
  }
}

/** Validates a file against its schema, and rejects duplicates. @throws validation_failed with the path of each fault */
export function readFile(value: unknown): BotFile {
  const unsafe = findUnsafeValues(value);
  if (unsafe.length > 0) throw refused(unsafe);
  const { data, error } = BotFile.safeParse(value);
  if (error) throw refused(error.issues.map(({ path, message }) => faultAt(path, message)));
  const twins = [...duplicatesOf(data, 'intent_display_name'), ...duplicatesOf(data, 'intent_id')];
  if (twins.length > 0) throw refused(twins);
  return data;
}

export function refused(faults: FieldFault[]): AppError {
  return validationFailed(faults.slice(0, maxFaults));
}

export function faultAt(path: readonly PropertyKey[], msg: string): FieldFault {
  return { param: path.length === 0 ? 'uploadFile' : paramOf(path), location: 'body', msg };
}

function duplicatesOf({ intents = [] }: BotFile, name: 'intent_display_name' | 'intent_id'): FieldFault[] {
  const seen = new Set<string>();
  return intents.flatMap((intent, index) => {
    const value = intent[name];
    if (value === undefined) return [];
    if (seen.has(value)) return [faultAt(['intents', index, name], 'Stands twice in the file')];
    seen.add(value);
    return [];
  });
}

/** Iterative: the depth of a file is unknown, and recursion could overflow the stack. */
function findUnsafeValues(whole: unknown): FieldFault[] {
  const faults: FieldFault[] = [];
  const left: { value: unknown; path: PropertyKey[] }[] = [{ value: whole, path: [] }];
  for (let part = left.pop(); part !== undefined && faults.length < maxFaults; part = left.pop()) {
    const { value, path } = part;
    if (typeof value === 'string' && !isStorable(value)) faults.push(faultAt(path, notStorable));
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= deepest) {
      faults.push(faultAt(path, 'Is nested too deeply'));
      continue;
    }
    for (const [name, member] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(name) : name];
      if (!isStorable(name)) faults.push(faultAt(path, notStorable));
      else if (forbidden.has(name)) faults.push(faultAt(at, `Must not have a member named ${name}`));
      else if (typeof member === 'object' || typeof member === 'string') left.push({ value: member, path: at });
    }
  }
  return faults;
}

const notStorable = 'Must not contain U+0000 or lone surrogates';

const known: ReadonlySet<string> = new Set(actionKinds);

/** What an import has left out, or stored without effect. */
export interface Warning {
  param: string;
  msg: string;
}

/** Warns about actions that will not run. */
export function warningsOf({ intents = [] }: BotFile): Warning[] {
  return intents.flatMap(({ actions = [] }, index) =>
    actions.flatMap(({ _tdActionType: kind }, place) =>
      known.has(String(kind)) ? [] : [{ param: `intents[${index}].actions[${place}]`, msg: `${kind} will not run` }],
    ),
  );
}

/** Replaces the participating bot in rules by the copy. */
export function withParticipant(attributes: Record<string, unknown>, botId: string): Record<string, unknown> {
  if (!Array.isArray(attributes.rules)) return attributes;
  const rules = (structuredClone(attributes.rules) as unknown[]).map((rule) => {
    for (const step of listAt(rule, 'do')) {
      const message = at(step, 'message');
      const participants = listAt(message, 'participants');
      if (participants.length === 0) continue;
      const renamed = participants.map((id) => (typeof id === 'string' && id.startsWith('bot_') ? `bot_${botId}` : id));
      Object.assign(message as object, { participants: renamed });
    }
    return rule;
  });
  return { ...attributes, rules };
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listAt(value: unknown, name: string): unknown[] {
  const list = at(value, name);
  return Array.isArray(list) ? list : [];
}
