import {
  type Actor,
  type AgentView,
  type DepartmentView,
  type EndUserRequest,
  type LeadView,
  type NameView,
  type PlainRequest,
  type RequesterView,
  type RequestInEvent,
  type RequestOfMessage,
  type RequestRecord,
  type RequestView,
  thinRequestMembers,
} from '@parley/contracts';
import type { z } from 'zod';
import { attributesOnTheWire } from '../request-state/change.ts';
import { formOf, type ViewOf } from '../request-state/columns.ts';
import { type RequestTable, requestTable, shownColumns } from '../request-state/request.columns.ts';
import type { CopiedRecord, Copies, RequestWithCopies } from '../request-state/request.copies.ts';
import { bareId, botsOf, humansOf, type SupportRequest, waitingFor } from '../request-state/request.ts';
import { isEndUser } from './actor.ts';

/** `full` for the team and bots, `plain` when they ask for ids only, always `end_user` for guests and users. */
export type Form = 'full' | 'plain' | 'end_user';

export function formFor(actor: Actor, noPopulate = false): Form {
  if (isEndUser(actor)) return 'end_user';
  return noPopulate ? 'plain' : 'full';
}

/** Parts of an answer that are not in the record. */
export interface Extras {
  transcript?: string | null;
}

/** A request in the form that its reader gets. Source: contract 20 section 1. */
export function viewRequest(request: RequestWithCopies, form: Form, extras: Extras = {}): RequestView {
  if (form === 'end_user') return endUserForm(request, request.copies);

  const view = form === 'plain' ? plainForm(request) : fullForm(request, request.copies);
  if (typeof extras.transcript === 'string') view.transcript = extras.transcript;
  return view;
}

/** A request as events carry it: an admin's full form without `transcript` and `snapshot.agents`. */
export function requestInEvent(request: SupportRequest, copies: Copies): RequestInEvent {
  const { agents: _candidates, ...snapshot } = request.snapshot;
  return { ...fullForm(request, copies), snapshot };
}

/**
 * A request as `message.created` carries it where no consumer reads more. For an external engine it adds the lead's name and address.
 * Source: contract 50 section 1.
 */
export function thinRequest(request: SupportRequest, copies: Copies, toEngine: boolean): RequestOfMessage {
  const { _id, lead_id, fullname, email } = leadOf(request, copies);
  const department = departmentOf(request, copies);
  return {
    ...thinForm(request),
    id: request.id,
    lead: { _id, lead_id, ...(toEngine && { fullname, email }) },
    ...(department && { department: { _id: department._id, hasBot: department.hasBot } }),
  } as RequestOfMessage;
}

/** Removes fields without a value, from the JSON and from the comparison of two records, and those that are `hidden`. */
function withoutGaps<Shape extends object>(record: Shape, hidden?: ReadonlySet<string>): Shape {
  const kept: Partial<Shape> = {};
  for (const key in record) {
    const value = record[key];
    if (value !== undefined && value !== null && !hidden?.has(key)) kept[key] = value;
  }
  return kept as Shape;
}

const publicForm = formOf<RequestTable, ViewOf<RequestTable, 'all'>>(requestTable, ({ to }) => to === 'all');
const teamForm = formOf<RequestTable, ViewOf<RequestTable, 'all' | 'team'>>(requestTable, ({ to }) => to !== undefined);
const thinForm = formOf<RequestTable, Partial<RequestOfMessage>>(requestTable, ({ wire }) =>
  thinRequestMembers.includes(wire ?? ''),
);

/** What all forms show besides the columns. */
function base({ id, participants }: SupportRequest) {
  return { id, participantsAgents: humansOf({ participants }), participantsBots: botsOf({ participants }).map(bareId) };
}

function fullForm(request: SupportRequest, copies: Copies): RequestRecord {
  return Object.assign(teamForm(request), base(request), {
    attributes: attributesOnTheWire(request),
    waiting_for: waitingFor(request),
    ...withoutGaps({ requester: requesterOf(request, copies), department: departmentOf(request, copies) }),
    lead: leadOf(request, copies),
    participatingAgents: agentsOf(request, copies),
    participatingBots: botRecordsOf(request, copies).map(botForTeam),
  });
}

/** The end user's form of the request in an event. */
export function endUserFormOf(record: RequestInEvent): EndUserRequest {
  const { abandoned_by_project_users, fully_abandoned, ...attributes } = record.attributes ?? {};
  const shown = {
    ...record,
    attributes,
    requester: record.requester && nameOf(record.requester),
    lead: nameOf(record.lead),
    department: publicDepartment(record.department),
    participatingAgents: (record.participatingAgents ?? []).map(nameOf),
    participatingBots: (record.participatingBots ?? []).map(nameOf),
  };
  return withoutGaps(shown, teamMembers);
}

/** What end users never see. */
const teamMembers = new Set([
  'waiting_for',
  ...Object.entries(shownColumns).flatMap(([wire, { to }]) => (to === 'team' ? [wire] : [])),
]);

function plainForm(request: SupportRequest): PlainRequest {
  return Object.assign(teamForm(request), base(request), {
    attributes: attributesOnTheWire(request),
    waiting_for: waitingFor(request),
    requester: request.requesterTeammate ?? request.requester,
    lead: request.leadId,
    ...(request.departmentId !== null && { department: request.departmentId }),
  });
}

function endUserForm(request: SupportRequest, copies: Copies): EndUserRequest {
  const requester = requesterOf(request, copies);
  const department = publicDepartment(departmentOf(request, copies));
  return Object.assign(publicForm(request), base(request), {
    ...withoutGaps({ requester: requester && nameOf(requester), department }),
    lead: nameOf(leadOf(request, copies)),
    participatingAgents: agentsOf(request, copies).map(nameOf),
    participatingBots: botRecordsOf(request, copies).map(nameOf),
  });
}

type Requester = z.output<typeof RequesterView>;
type Lead = z.output<typeof LeadView>;
type Department = z.output<typeof DepartmentView>;
type Agent = z.output<typeof AgentView>;
type Name = z.output<typeof NameView>;
type Bot = { _id: string } & CopiedRecord;

const requesterFields = [
  '_id',
  'id',
  'id_project',
  'role',
  'user_available',
  'id_user',
  'uuid_user',
  'isAuthenticated',
  'profile',
  'createdAt',
  'updatedAt',
  '__v',
] as const;

/** Falls back to the snapshot taken at creation until the read model has the record. */
function requesterOf(request: SupportRequest, copies: Copies): Requester | undefined {
  const known = copies.requester ?? request.snapshot.requester;
  return known ? (pick(known, requesterFields) as Requester) : undefined;
}

function leadOf(request: SupportRequest, copies: Copies): Lead {
  const known = copies.lead ?? request.snapshot.lead ?? {};
  return { lead_id: request.requester, ...known, _id: request.leadId, id: request.leadId };
}

function departmentOf(request: SupportRequest, copies: Copies): Department | undefined {
  if (request.departmentId === null) return undefined;
  const known: CopiedRecord = copies.department ?? request.snapshot.department ?? {};
  return { ...known, _id: request.departmentId, hasBot: typeof known.id_bot === 'string' };
}

/** One record per human participant, in order; an id without a copy is a record of that id alone. */
function agentsOf(request: SupportRequest, copies: Copies): Agent[] {
  const users = copies.agents.map(({ id_user }) => (typeof id_user === 'string' ? { _id: id_user } : id_user) as Agent);
  return humansOf(request).map((id) => ({ ...users.find((user) => user?._id === id), _id: id, id }));
}

function botRecordsOf(request: SupportRequest, copies: Copies): Bot[] {
  return botsOf(request)
    .map(bareId)
    .map((id) => ({ ...copies.bots.find((bot) => bot._id === id), _id: id, id }));
}

/** Without secret and addresses, which may hold keys: agents read this record too. */
export function botForTeam({ secret: _secret, url: _url, webhook_url: _webhook, attributes, ...bot }: Bot): Bot {
  if (typeof attributes !== 'object' || attributes === null) return bot as Bot;
  const { globals: _globals, ...shown } = attributes as CopiedRecord;
  return { ...bot, attributes: shown } as Bot;
}

const publicDepartmentFields = [
  '_id',
  'id',
  'id_project',
  'name',
  'description',
  'online_msg',
  'offline_msg',
  'default',
  'status',
  'hasBot',
] as const;

function publicDepartment(department: Department | undefined): Department | undefined {
  return department && (pick(department, publicDepartmentFields) as Department);
}

/** Only `_id` and the names of a person, a lead or a bot. */
function nameOf(person: { _id: string } & CopiedRecord): Name {
  const inner = [person, person.id_user, person.profile].find(
    (part): part is CopiedRecord =>
      typeof part === 'object' && part !== null && ('firstname' in part || 'name' in part || 'fullname' in part),
  );
  return withoutGaps({
    _id: person._id,
    firstname: words(inner?.firstname),
    lastname: words(inner?.lastname),
    name: words(inner?.name) ?? words(inner?.fullname),
    avatar: words(inner?.avatar),
  });
}

const words = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function pick(record: CopiedRecord, fields: readonly string[]): CopiedRecord {
  return Object.fromEntries(
    fields.filter((field) => record[field] !== undefined).map((field) => [field, record[field]]),
  );
}
