import type {
  ChannelWindow,
  EndUserRequest,
  ListRequestsQuery,
  LocationView,
  NoteView,
  Priority,
  RequestNameView,
  RequestRecord,
  RequestSortField,
  RequestStatus,
  RequestSurveyView,
  ScheduledEntry,
  SnapshotView,
  SnoozeView,
  TagView,
} from '@parley/contracts';
import {
  announced,
  byWire,
  type Column,
  type Columns,
  columnsIn,
  entriesOf,
  erasable,
  initialValues,
  nameOf,
  type SortColumn,
  selectList,
  sortable,
} from './columns.ts';
import { type ServiceLevels, viewServiceLevels } from './service-levels.ts';

/** Members of the contract that are made of several columns or of other records; `access/request.view.ts` makes them. */
type Composed =
  | 'id'
  | 'participantsAgents'
  | 'participantsBots'
  | 'requester'
  | 'lead'
  | 'department'
  | 'participatingAgents'
  | 'participatingBots'
  | 'transcript'
  | 'score'
  | 'replaced_bot_root_id'
  | 'waiting_for';
/** Members of the contract that show one column. */
type PublicMember = Exclude<keyof EndUserRequest, Composed>;
type TeamMember = Exclude<keyof RequestRecord, Composed | PublicMember>;

type Readers = { filter?: keyof ListRequestsQuery } & (
  | { to: 'all'; wire: PublicMember }
  | { to: 'team'; wire: TeamMember }
  | { to?: undefined; wire?: undefined }
);

const { required, optional } = columnsIn<'r' | 'h' | 's', Readers>();
const text = required<string>();
const number = required<number>();
const flag = required<boolean>();
const time = required<Date>();
const list = required<string[]>();
const maybeText = optional<string>();
const maybeNumber = optional<number>();
const maybeTime = optional<Date>();

const iso = (at: Date): string => at.toISOString();
const named = (name: string): { name: string } => ({ name });

/**
 * The columns of `request r` and `request_head h`, which every message rewrites. A member of the contract without a column, and a
 * column that the contract shows to others, do not compile.
 */
export const requestTable = {
  projectId: text('r.id_project', { fixed: true, to: 'all', wire: 'id_project' }),
  id: text('r.id', { fixed: true, to: 'all', wire: '_id' }),
  requestId: text('r.request_id', { fixed: true, to: 'all', wire: 'request_id', csv: 2 }),
  ticketId: number('r.ticket_id', { fixed: true, to: 'all', wire: 'ticket_id', show: String, csv: 1, sort: 'bigint' }),
  version: number('h.version', { initial: 0, to: 'all', wire: '__v', change: false }),
  /** `seq` of the newest message. */
  lastSeq: number('h.last_seq', { initial: 0 }),
  historySeq: number('r.history_seq', { initial: 0 }),
  createdAt: time('r.created_at', {
    fixed: true,
    to: 'all',
    wire: 'createdAt',
    show: iso,
    csv: 3,
    sort: 'timestamptz',
  }),
  updatedAt: time('h.updated_at', {
    to: 'all',
    wire: 'updatedAt',
    show: iso,
    sort: 'timestamptz',
    change: false,
  }),
  /** Last message or change of status. */
  activeAt: time('h.active_at'),
  createdBy: text('r.created_by', { fixed: true, to: 'all', wire: 'createdBy' }),
  status: required<RequestStatus>()('r.status', { to: 'all', wire: 'status', csv: 4, sort: 'integer' }),
  preflight: flag('r.preflight', { to: 'all', wire: 'preflight' }),
  draft: flag('r.draft', { fixed: true, to: 'all', wire: 'draft' }),
  imported: flag('r.imported', { fixed: true, to: 'all', wire: 'imported', show: (is) => is || undefined }),
  smartAssignment: flag('r.smart_assignment', { to: 'all', wire: 'smartAssignment', filter: 'smartAssignment' }),
  workingStatus: maybeText('r.working_status', { to: 'all', wire: 'workingStatus' }),
  snooze: optional<SnoozeView>()('r.snooze', { to: 'team', wire: 'snooze', erased: null }),
  /** Pending scheduled messages; never empty. */
  scheduled: optional<ScheduledEntry[]>()('r.scheduled', { to: 'team', wire: 'scheduled', erased: null }),
  mergedInto: optional<RequestNameView>()('r.merged_into', { to: 'team', wire: 'merged_into' }),
  survey: optional<RequestSurveyView>()('r.survey', { to: 'team', wire: 'survey', erased: null }),
  channelWindow: optional<ChannelWindow>()('r.channel_window', { to: 'team', wire: 'channel_window' }),
  /** Principal id of the requester: user id or uuid_user. */
  requester: text('r.requester', { fixed: true }),
  /** `_id` of the requester's membership. */
  requesterTeammate: maybeText('r.requester_teammate', { erased: null }),
  /** `_id` of the lead. */
  leadId: text('r.lead_id', { to: 'all', wire: 'requester_id', change: 'lead', filter: 'lead' }),
  contact: required<{ phone?: string; email?: string; external_id?: string }>()('r.contact', {
    fixed: true,
    to: 'team',
    wire: 'contact',
    erased: {},
  }),
  firstText: text('r.first_text', { to: 'all', wire: 'first_text', csv: 6, erased: '' }),
  subject: maybeText('r.subject', { to: 'all', wire: 'subject', csv: 5, erased: null }),
  language: maybeText('r.language', { to: 'all', wire: 'language', csv: 23 }),
  sourcePage: maybeText('r.source_page', { to: 'all', wire: 'sourcePage', csv: 24, erased: null }),
  userAgent: maybeText('r.user_agent', { fixed: true, to: 'all', wire: 'userAgent', erased: null }),
  channel: text('r.channel', { to: 'all', wire: 'channel', show: named, csv: 8 }),
  channelOutbound: text('r.channel_outbound', { fixed: true, to: 'all', wire: 'channelOutbound', show: named }),
  priority: required<Priority>()('r.priority', { to: 'team', wire: 'priority', csv: 7 }),
  location: optional<LocationView>()('r.location', { to: 'all', wire: 'location', erased: null }),
  /** Replaced in the team's form by `attributesOnTheWire`. */
  attributes: required<Record<string, unknown>>()('r.attributes', { to: 'all', wire: 'attributes', erased: {} }),
  departmentId: maybeText('r.department_id', { change: 'department', filter: 'dept_id' }),
  /** User ids and `bot_<id>`, in order of joining. */
  participants: list('r.participants', { initial: [], to: 'all', wire: 'participants', csv: 12 }),
  hasBot: flag('r.has_bot', { initial: false, to: 'all', wire: 'hasBot', csv: 22, filter: 'hasBot' }),
  /** Teammate ids. */
  followers: list('r.followers', { to: 'team', wire: 'followers' }),
  tags: required<TagView[]>()('r.tags', { to: 'team', wire: 'tags', csv: 13 }),
  notes: required<NoteView[]>()('r.notes', { initial: [], to: 'team', wire: 'notes', erased: [] }),
  snapshot: required<SnapshotView>()('r.snapshot', { to: 'team', wire: 'snapshot', change: false }),
  rating: maybeNumber('r.rating', { to: 'all', wire: 'rating', csv: 14, sort: 'double precision' }),
  ratingMessage: maybeText('r.rating_message', { to: 'all', wire: 'rating_message', csv: 15, erased: null }),
  /** Of the last rating; of ratings from before an upgrade it is not known. */
  ratedAt: maybeTime('r.rated_at'),
  /** Milliseconds. */
  waitingTime: maybeNumber('r.waiting_time', { to: 'all', wire: 'waiting_time', csv: 16, sort: 'bigint' }),
  firstResponseAt: maybeTime('r.first_response_at', {
    to: 'all',
    wire: 'first_response_at',
    show: iso,
    csv: 18,
    sort: 'timestamptz',
  }),
  assignedAt: maybeTime('r.assigned_at', { to: 'all', wire: 'assigned_at', show: iso, csv: 19, sort: 'timestamptz' }),
  closedAt: maybeTime('r.closed_at', { to: 'all', wire: 'closed_at', show: iso, csv: 20, sort: 'timestamptz' }),
  closedBy: maybeText('r.closed_by', { to: 'team', wire: 'closed_by', csv: 21 }),
  /** Milliseconds. */
  duration: maybeNumber('r.duration', { to: 'all', wire: 'duration', csv: 17, sort: 'bigint' }),
  /** Teammate id → ms since the epoch, of the agents who left it. On the wire `attributes.abandoned_by_project_users`. */
  abandonedBy: required<Record<string, number>>()('r.abandoned_by', { initial: {}, change: 'attributes' }),
  /** Decides the position in the queue. */
  waitingSince: time('r.waiting_since'),
  /** The queue skips it until then. */
  queueAfter: maybeTime('r.queue_after'),
  /** A human has served it since it was last opened. */
  humanServed: flag('r.human_served', { initial: false }),
  /** Assigned by routing to a human who has not yet sent a visible message. */
  untouched: flag('r.untouched', { initial: false, select: 'coalesce(r.untouched, false)' }),
  /** First visible message of the requester. */
  requesterFirstAt: maybeTime('r.requester_first_at'),
  /** Newest visible message of the requester, and of a human of the team; imported ones do not count. */
  lastRequesterAt: maybeTime('h.last_requester_at', {
    to: 'team',
    wire: 'last_requester_at',
    show: iso,
    change: false,
  }),
  lastTeamAt: maybeTime('h.last_team_at', { to: 'team', wire: 'last_team_at', show: iso, change: false }),
  serviceLevels: optional<ServiceLevels>()('s.record', {
    select: '(select s.record from service_level s where s.id_project = r.id_project and s.request = r.id)',
    to: 'team',
    wire: 'sla',
    show: viewServiceLevels,
    change: false,
  }),
  /** Messages of bots since the requester's last one. */
  botStreak: number('h.bot_streak', { initial: 0 }),
} as const satisfies Columns;

export type RequestTable = typeof requestTable;

/** The members of a new request that follow from nothing. */
export const initialRequestValues = initialValues(requestTable);

/** Columns of `request` that a change may update. */
export const mutableColumns = entriesOf(requestTable, 'r.')
  .filter(([, { fixed }]) => !fixed)
  .map(([, column]) => nameOf(column));

/** The columns that someone sees, by their names on the wire. */
export const shownColumns: Readonly<Record<PublicMember | TeamMember, Column>> = byWire(requestTable);

/** Lists are sorted by these columns; `priority` has an order of its own, and the others are no members of a request. */
export const sortColumns: Readonly<
  Record<Exclude<RequestSortField, 'priority' | 'last_message_at' | 'snooze_until' | 'due_at'>, SortColumn>
> = sortable(requestTable);

/** Members that updates announce, with their names in `changes`. */
export const announcedMembers = announced(requestTable);

/** The columns with personal data, but for the people and the snapshot. */
export const erasableColumns = erasable(requestTable);

/** A request and its head, as every read joins them. */
export const requestTables = 'request r join request_head h on h.id_project = r.id_project and h.id = r.id';

/**
 * Joins their heads to a few rows of `request r`, each by its key: joined freely, the heads of all requests may be read to find them.
 * @param project SQL of the project id
 */
export const headByKey = (project = 'r.id_project'): string => `cross join lateral (
  select h.xmin, h.* from request_head h where h.id_project = ${project} and h.id = r.id offset 0) h`;

/** The select list that makes a `SupportRequest` of `requestTables`. */
export const requestColumns = selectList(requestTable);

/**
 * Changes whenever anything that `request r` with `request_head h` shows has changed: its own two rows, its lead and its requester
 * (each version of a row has its own `xmin`), or people, departments and bots (the clock of the copies).
 * @param project SQL of the project id
 */
export const requestStamp = (
  project = '$1',
  ticks = ticksOf(project),
): string => `concat_ws('.', r.xmin, h.xmin, ${ticks}, '-',
  (select c.xmin from copy_lead c where c.id_project = ${project} and c.id = r.lead_id), '-',
  (select c.id || '.' || c.xmin from copy_teammate c where c.id_project = ${project} and c.principal = r.requester
    order by c.deleted, c.version desc limit 1))`;

/** SQL of the clock of a project's copies: it ticks with each change of its people, departments, groups, bots and settings. */
export const ticksOf = (project: string): string =>
  `(select k.ticks from copy_clock k where k.id_project = ${project})`;
