import type { ParamsOf, ProjectView, patchProject } from '@parley/sdk';

/** Members of the project to change. */
export type ProjectBody = Omit<ParamsOf<typeof patchProject>, 'id_project'>;

/**
 * Sets settings by flat keys, so that others keep their values. The API takes `null` for *unchanged*: to unset one, all are sent,
 * which its version check makes safe.
 * @param changes undefined unsets a setting
 */
export function settingsBody(changes: Readonly<Record<string, unknown>>, { settings }: ProjectView): ProjectBody {
  const names = Object.keys(changes);
  const isUnset = names.some((name) => changes[name] === undefined && settings[name] !== undefined);
  if (isUnset) return { settings: { ...settings, ...changes } };
  return Object.fromEntries(
    names.filter((name) => changes[name] !== undefined).map((name) => [`settings.${name}`, changes[name]]),
  );
}

/** Entries of a text with one a line. */
export function linesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
