import {
  type Actor,
  LeadStatus,
  type LocationInput,
  looseRequestIdPattern,
  type Priority,
  type RequestTagInput,
  requestErrors,
  requestIdPattern,
  validationFailed,
} from '@parley/contracts';
import { currentCall, newId } from '@parley/service-kit/call';
import { isEndUser, principalOf } from '../access/visibility.ts';
import type { Context } from '../context.ts';
import { joinersOf, seatTakers } from '../directory/joiners.ts';
import { isUnnamed, type Speaker } from '../directory/speaker.ts';
import { followersNamed } from '../follower/followers-named.ts';
import { locationOf } from '../location/location-of.ts';
import { mover } from '../participant/by.ts';
import type { Joiner } from '../participant/membership.ts';
import type { LeadProfile } from '../request-state/lead.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import { defaultChannel, isBot } from '../request-state/request.ts';
import { noSuchDepartment } from '../routing/chosen-routing.ts';
import type { Roster } from '../routing/roster.ts';
import { replacedTags } from '../tag/tags.ts';
import type { Facts } from './facts.ts';
import { Knowledge, type Unopened } from './known-facts.ts';
import type { Opening, OpeningFacts } from './opening.ts';

/** Members of a body that create a request, whichever endpoint it came to. */
export interface OpeningInput {
  id_project: string;
  departmentid?: string | undefined;
  subject?: string | undefined;
  language?: string | undefined;
  sourcePage?: string | undefined;
  userAgent?: string | undefined;
  location?: LocationInput | undefined;
  participants?: string[] | undefined;
  followers?: string[] | undefined;
  priority?: Priority | undefined;
  tags?: RequestTagInput[] | undefined;
  email?: string | undefined;
  channel?: { name: string } | undefined;
}

/** The rest of an opening, which each endpoint knows in its own way. */
export type OpeningRest = Pick<
  Opening,
  'requestId' | 'firstText' | 'attributes' | 'preflight' | 'parked' | 'imported' | 'workingStatus'
> & { smartAssignment: boolean | undefined };

export interface PreparedOpening extends Unopened {
  opening: Opening;
  roster: Roster | null;
  /** As the roster was asked for. */
  departmentId: string | null;
  seatTakers: string[];
}

/** Channels in which nobody waits for an answer within the minute. */
const slowChannels = new Set(['form', 'email']);

/**
 * Everything a new request needs of others, asked before its transaction.
 * @throws validation_failed, participants_not_allowed
 */
export async function prepareOpening(
  context: Context,
  actor: Actor,
  speaker: Speaker,
  input: OpeningInput,
  rest: OpeningRest,
): Promise<PreparedOpening> {
  checkRequestId(context, rest.requestId);
  const projectId = input.id_project;
  const team = !isEndUser(actor);
  const [joiners, followers] = await Promise.all([
    namedJoiners(context, actor, input),
    team ? followersNamed(context, projectId, input.followers ?? [], (index) => `followers.${index}`) : [],
  ]);
  const channel = input.channel?.name ?? defaultChannel;
  const [department, people, ticketId] = await Promise.all([
    departmentFor(context, projectId, input.departmentid, joiners),
    peopleOf(context, projectId, speaker, input.email, rest.preflight),
    context.tickets.take(projectId),
  ]);

  const opening: Opening = {
    ...rest,
    projectId,
    id: newId(),
    ticketId,
    createdBy: principalOf(actor),
    requester: speaker.id,
    requesterTeammate: people.teammateId,
    leadId: people.lead._id,
    contact: contactOf(people.lead),
    snapshot: { lead: people.lead, ...(people.requester && { requester: people.requester }) },
    subject: input.subject ?? null,
    language: input.language ?? null,
    sourcePage: input.sourcePage ?? null,
    userAgent: input.userAgent ?? null,
    channel,
    priority: (team && input.priority) || 'normal',
    location: locationOf(context.places, {
      given: input.location,
      attributes: rest.attributes,
      ownAddress: team ? undefined : currentCall().clientAddress,
    }),
    followers,
    tags: team ? replacedTags([], input.tags ?? [], { at: new Date(), newId }) : [],
    smartAssignment: (team ? rest.smartAssignment : undefined) ?? !slowChannels.has(channel),
    workingStatus: team ? rest.workingStatus : null,
    participants: joiners,
  };
  const knowledge = new Knowledge();
  // Nobody is looked for in an import: its department tells who sees it.
  const isRouted = joiners.length === 0 && !rest.imported;
  if (department.roster && isRouted) knowledge.rosters.set(department.id, department.roster);
  const takers = rest.imported ? [] : seatTakers(joiners);
  for (const user of takers) knowledge.users.add(user);
  return {
    opening,
    ...{ roster: department.roster, departmentId: department.id },
    ...{ knowledge, seatTakers: takers, people: people.copies },
  };
}

/** What an opening is decided by, once the facts it asks for are there. */
export function openingFacts(
  { knowledge, departmentId, roster, seatTakers: takers }: PreparedOpening,
  actor: Actor,
  facts: Facts,
  source: OpeningFacts['source'],
): OpeningFacts {
  const pass = knowledge.rosters.size > 0 ? facts.routing(departmentId) : undefined;
  const seats = facts.seats(pass ? [] : takers);
  return { at: facts.at, by: mover(actor), seats, roster, awaited: new Set(), source, ...pass };
}

function checkRequestId({ config }: Context, requestId: string): void {
  const pattern = config.REQUEST_ID_STRICT ? requestIdPattern : looseRequestIdPattern;
  if (pattern.test(requestId)) return;
  const fault = {
    param: 'request_id',
    location: 'path',
    msg: `Must match ${pattern.source}`,
    value: requestId,
  } as const;
  throw validationFailed([fault]);
}

/** Team and bots name people and bots; an end user bots only. */
async function namedJoiners(context: Context, actor: Actor, input: OpeningInput): Promise<Joiner[]> {
  const names = input.participants ?? [];
  if (names.length === 0) return [];
  const joiners = await joinersOf(context, input.id_project, names, (index) => `participants.${index}`);
  if (isEndUser(actor) && joiners.some(({ member }) => !isBot(member))) {
    throw requestErrors.participants_not_allowed();
  }
  return joiners;
}

/** Named participants without a department belong to none; everything else to the one named, or the default one. */
async function departmentFor(
  context: Context,
  projectId: string,
  named: string | undefined,
  joiners: readonly Joiner[],
): Promise<{ id: string | null; roster: Roster | null }> {
  const wanted = named && named !== 'default' ? named : null;
  if (!wanted && named !== 'default' && joiners.length > 0) return { id: null, roster: null };

  const roster = await context.rosters.of(projectId, wanted);
  if (!roster && wanted) throw noSuchDepartment(wanted);
  return { id: wanted, roster };
}

interface People {
  copies: Unopened['people'];
  lead: CopiedRecord & { _id: string };
  requester: (CopiedRecord & { _id: string }) | null;
  teammateId: string | null;
}

/** The lead, made if he is new, and the teammate record of whoever starts the request. */
async function peopleOf(
  context: Context,
  projectId: string,
  speaker: Speaker,
  email: string | undefined,
  preflight: boolean,
): Promise<People> {
  const profile: LeadProfile = {
    leadId: speaker.id,
    fullname: isUnnamed(speaker) ? undefined : speaker.fullname,
    email: email ?? speaker.email,
    status: preflight ? LeadStatus.temporary : LeadStatus.normal,
  };
  const known = await context.directory.personOf(projectId, speaker.id);
  const { member } = known;
  const lead = await context.leads.ensure(projectId, profile, known.lead);
  const teammateId = member?.teammateId ?? speaker.teammateId;
  return {
    copies: { lead: known.lead?.record ?? lead.record, requester: member?.record ?? null },
    lead: { ...lead.record, _id: lead.id },
    requester: requesterOf(projectId, speaker, member?.record),
    teammateId,
  };
}

/** Before his membership has come through, what the call says of him. */
function requesterOf(projectId: string, speaker: Speaker, record: CopiedRecord | undefined): People['requester'] {
  if (record) return { ...record, _id: String(record._id) };
  const { teammateId, kind, id, fullname } = speaker;
  if (!teammateId) return null;
  const person = kind === 'human' ? { id_user: { _id: id, id } } : { uuid_user: id, profile: { firstname: fullname } };
  const role = kind === 'human' ? 'agent' : 'guest';
  return {
    _id: teammateId,
    id: teammateId,
    id_project: projectId,
    role,
    user_available: false,
    isAuthenticated: kind === 'human',
    ...person,
  };
}

function contactOf(lead: CopiedRecord): Opening['contact'] {
  const { phone, email, external_id } = lead;
  return {
    ...(typeof phone === 'string' && { phone }),
    ...(typeof email === 'string' && { email }),
    ...(typeof external_id === 'string' && { external_id }),
  };
}
