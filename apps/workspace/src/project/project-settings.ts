import { type FieldFault, jsonBytes, maxSettingsBytes, OwnPattern, paramOf, validationFailed } from '@parley/contracts';
import { TextPattern } from '@parley/service-kit/patterns';

type JsonObject = Record<string, unknown>;

export interface SettingsChange {
  /** Replaces all settings but the two kept ones. */
  settings?: JsonObject;
  /** Single settings to set, by path. */
  flat: JsonObject;
}

/** Settings that only owners change. */
const ofOwners = [
  ['custom_auth', 'provision_agents'],
  ['require_second_factor'],
  ['second_factor_grace_days'],
  ['retention', 'closed_requests'],
  ['retention', 'drafts'],
  ['retention', 'leads_without_requests'],
];

/** Path of the encrypted password of the project's mail server. */
const passPath = ['email', 'config', 'pass'];

/**
 * @param seal encrypts the password
 * @throws commonErrors.validation_failed when the result exceeds the size limit
 */
export function settingsAfter(current: JsonObject, wanted: SettingsChange, seal: (pass: string) => string): JsonObject {
  const paths = Object.entries(wanted.flat);
  const set = (settings: JsonObject, [path, value]: [string, unknown]) => setAt(settings, path.split('.'), value);
  const merged = withKept(paths.reduce(set, wanted.settings ?? current), current);
  if (merged !== current && jsonBytes(merged) > maxSettingsBytes) {
    throw validationFailed([{ param: 'settings', location: 'body', msg: `At most ${maxSettingsBytes} bytes` }]);
  }

  const pass = at(merged, passPath);
  if (pass === at(current, passPath) || typeof pass !== 'string') return merged;
  return pass === '' ? withoutPass(merged) : setAt(merged, passPath, seal(pass));
}

/** @throws commonErrors.validation_failed naming each pattern of the project's own that cannot be used */
export function refuseInvalidPatterns({ settings, flat }: SettingsChange): void {
  const wanted = flat.redact_patterns ?? settings?.redact_patterns;
  const faults = (Array.isArray(wanted) ? wanted : []).flatMap((entry, index): FieldFault[] => {
    const { data } = OwnPattern.safeParse(entry);
    if (!data || TextPattern.compile(data.pattern)) return [];
    const param = paramOf(['settings', 'redact_patterns', index, 'pattern']);
    return [{ param, location: 'body', msg: 'Must be a pattern of RE2, not too large, that matches some text' }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

/** Source: contract 10 section 5.3. */
export function provisionsAgents({ settings }: { settings: JsonObject }): boolean {
  return at(settings, ['custom_auth', 'provision_agents']) === true;
}

/** Whether both have the same settings of owners. */
export function haveSameOfOwners(one: { settings: JsonObject }, other: { settings: JsonObject }): boolean {
  return ofOwners.every((path) => at(one.settings, path) === at(other.settings, path));
}

/** Source: contract 12 section 1. */
export function requiresSecondFactor({ settings }: { settings: JsonObject }): boolean {
  return settings.require_second_factor === true;
}

const dayMs = 86_400_000;

/** Days that members have to set one up, from `at` on. */
export function secondFactorDueAt({ settings }: { settings: JsonObject }, at: Date): Date {
  const { second_factor_grace_days: days } = settings;
  return new Date(at.getTime() + (typeof days === 'number' ? days : 0) * dayMs);
}

/** Hides the mail server's password, which is write-only. */
export function shownSettings(settings: JsonObject): JsonObject {
  return at(settings, passPath) === undefined ? settings : withoutPass(settings);
}

function withoutPass(settings: JsonObject): JsonObject {
  const { pass, ...config } = asObject(at(settings, ['email', 'config']));
  return setAt(settings, ['email', 'config'], config);
}

/** Settings that survive a replacement that does not name them: those of owners, and the write-only password. */
function withKept(settings: JsonObject, current: JsonObject): JsonObject {
  let kept = settings;
  for (const path of [...ofOwners, passPath]) {
    const value = at(current, path);
    if (value !== undefined && at(settings, path) === undefined) kept = setAt(kept, path, value);
  }
  return kept;
}

function setAt(object: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  return { ...object, [key]: rest.length === 0 ? value : setAt(asObject(object[key]), rest, value) };
}

function at(settings: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => asObject(value)[key], settings);
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
