import type { GroupView, RoleView, SignInConnectionView } from '@parley/sdk';

type RoleMap = SignInConnectionView['role_map'];
type GroupMap = SignInConnectionView['group_map'];

/** What a line of a map does not say. */
export class UnreadableLine extends Error {}

const words: Readonly<Record<string, RoleMap[number]['role']>> = { agent: 'agent', admin: 'admin' };

/** One line for each value: `support-leads = admin`, or the name of a custom role. */
export function roleLines(map: RoleMap, roles: readonly RoleView[]): string {
  return map.map(({ value, role, role_id }) => `${value} = ${nameOf(roles, role_id) ?? role}`).join('\n');
}

/** @throws UnreadableLine naming the line */
export function readRoleLines(text: string, roles: readonly RoleView[]): RoleMap {
  return linesOf(text).map(({ value, name, line }) => {
    const role = words[name.toLowerCase()];
    if (role) return { value, role };
    const custom = roles.find((one) => one.name === name);
    if (!custom) throw new UnreadableLine(line);
    return { value, role: custom.base, role_id: custom._id };
  });
}

/** The same for groups: `night = Night shift`. */
export function groupLines(map: GroupMap, groups: readonly GroupView[]): string {
  return map.map(({ value, id_group }) => `${value} = ${nameOf(groups, id_group) ?? id_group}`).join('\n');
}

/** @throws UnreadableLine naming the line */
export function readGroupLines(text: string, groups: readonly GroupView[]): GroupMap {
  return linesOf(text).map(({ value, name, line }) => {
    const group = groups.find((one) => one.name === name || one._id === name);
    if (!group) throw new UnreadableLine(line);
    return { value, id_group: group._id };
  });
}

function nameOf(records: readonly { _id: string; name: string }[], id: string | undefined): string | undefined {
  return records.find(({ _id }) => _id === id)?.name;
}

/** The last `=` parts a line: values of claims may contain it, as distinguished names do. */
function linesOf(text: string): { value: string; name: string; line: string }[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const at = line.lastIndexOf('=');
    const [value, name] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 1 || value === '' || name === '') throw new UnreadableLine(line);
    return { value, name, line };
  });
}
