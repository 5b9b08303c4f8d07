import { type ActionType, notifiedGroups } from '@parley/contracts';

/** What a stored record may name. `anyone`: a user id, a teammate id or `bot_<id>`; `people`: a group, too. */
type NamedKind =
  | 'department'
  | 'anyone'
  | 'teammate'
  | 'people'
  | 'bot'
  | 'group'
  | 'segment'
  | 'policy'
  | 'survey'
  | 'canned'
  | 'slot';

/** A record that another one names. */
export interface NamedRecord {
  kind: NamedKind;
  id: string;
  /** Where it is named: `filters[1]`. */
  param: string;
}

/** The members of policies, rules, macros, surveys and views that name other records. */
export interface Referring {
  filters?: readonly { field: string; value?: unknown }[];
  actions?: readonly { type: ActionType }[];
  query?: Readonly<Record<string, string | readonly string[]>>;
  groups?: readonly string[] | undefined;
  departments?: readonly string[];
  hours?: string;
  timer?: { hours: string } | undefined;
}

const ofFilters: Readonly<Record<string, NamedKind>> = {
  ...{ department: 'department', participants: 'anyone', followers: 'teammate', segments: 'segment' },
  'sla.policy': 'policy',
};

const ofActions: Partial<Record<ActionType, Readonly<Record<string, NamedKind>>>> = {
  send_message: { canned: 'canned', sender: 'anyone' },
  add_note: { mentions: 'people' },
  notify: { people: 'people' },
  set_department: { department: 'department' },
  assign: { to: 'anyone' },
  add_participant: { member: 'anyone' },
  remove_participant: { member: 'anyone' },
  add_follower: { member: 'anyone' },
  hand_to_bot: { bot: 'bot' },
  set_sla: { policy: 'policy' },
  send_survey: { survey: 'survey' },
};

const ofQueries: Readonly<Record<string, NamedKind>> = {
  ...{ dept_id: 'department', participant: 'anyone', sla_policy: 'policy', snap_department_id_bot: 'bot' },
};

/** Words that stand for no record. */
const words: ReadonlySet<unknown> = new Set([
  ...['default', 'me', 'nobody', 'system', 'always', 'project', ...notifiedGroups],
]);

/** Everything that a record names, and where. */
export function recordsNamed(record: Referring): NamedRecord[] {
  const { filters = [], actions = [], query = {}, groups = [], departments = [], hours, timer } = record;
  return [
    ...filters.flatMap(({ field, value }, index) => named(ofFilters[field], value, `filters[${index}]`)),
    ...actions.flatMap((action, index) =>
      Object.entries(ofActions[action.type] ?? {}).flatMap(([member, kind]) =>
        named(kind, Reflect.get(action, member), `actions[${index}]`),
      ),
    ),
    ...Object.entries(query).flatMap(([name, value]) => named(ofQueries[name], value, `query.${name}`)),
    ...groups.flatMap((id, index) => named('group', id, `groups[${index}]`)),
    ...departments.flatMap((id, index) => named('department', id, `departments[${index}]`)),
    ...named('slot', hours, 'hours'),
    ...named('slot', timer?.hours, 'timer.hours'),
  ];
}

function named(kind: NamedKind | undefined, value: unknown, param: string): NamedRecord[] {
  if (kind === undefined) return [];
  return [value]
    .flat()
    .flatMap((id) => (typeof id === 'string' && !words.has(id.trim()) ? [{ kind, id: id.trim(), param }] : []));
}
