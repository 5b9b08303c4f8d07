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
import { isEndUser, moverOf, principalOf } from '../access/actor.ts';
import type { Config } from '../config.ts';
import type { Directory } from '../directory/directory.repository.ts';
import { joinersOf, seatTakers } from '../directory/joiners.ts';
import type { LivingBots } from '../directory/living-bots.ts';
import type { Members } from '../directory/members.ts';
import type { RoutingContexts } from '../directory/routing-contexts.ts';
import { isUnnamed, type Sender } from '../directory/senders.ts';
import { followersNamed } from '../follower/followers-named.ts';
import type { Leads } from '../lead/leads.ts';
import { locationOf } from '../location/location-of.ts';
import type { Places } from '../location/places.ts';
import type { Joiner } from '../participant/membership.ts';
import type { ChangeDraft } from '../request-state/change.ts';
import type { LeadProfile } from '../request-state/lead.ts';
import type { NewMessage } from '../request-state/message.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import { defaultChannel, isBot } from '../request-state/request.ts';
import { noSuchDepartment } from '../routing/chosen-routing.ts';
import type { RoutingContext } from '../routing/routing-pass.ts';
import { replacedTags } from '../tag/tags.ts';
import type { Facts } from './facts.ts';
import { FetchedFacts, type NewRequest } from './fetched-facts.ts';
import { type Opening, type OpeningFacts, open } from './opening.ts';

/** Members of a body that create a request, common to all endpoints. */
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

/** The values of a new request that each endpoint supplies itself. */
export type EndpointFields = Pick<
  Opening,
  'requestId' | 'firstText' | 'attributes' | 'preflight' | 'parked' | 'imported' | 'workingStatus'
> & { smartAssignment: boolean | undefined };

/** A new request with everything that was fetched for it. */
export interface PreparedOpening extends NewRequest {
  routingContext: RoutingContext | null;
  /** Decides it by the rules, with its first message if it has one. */
  open(facts: Facts, first?: NewMessage): ChangeDraft;
}

interface OpeningContext {
  config: Config;
  directory: Directory;
  leads: Leads;
  livingBots: LivingBots;
  members: Members;
  routingContexts: RoutingContexts;
  places: Places;
  tickets: { take(projectId: string): Promise<number> };
}

/** Channels whose requesters expect no immediate answer. */
const slowChannels = new Set(['form', 'email']);

/** Prepares new requests: fetches everything they need from other services, before their transactions. */
export class Openings {
  readonly #context: OpeningContext;

  constructor(context: OpeningContext) {
    this.#context = context;
  }

  /** @throws validation_failed, participants_not_allowed */
  async prepare(actor: Actor, sender: Sender, input: OpeningInput, rest: EndpointFields): Promise<PreparedOpening> {
    const context = this.#context;
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
      peopleOf(context, projectId, sender, input.email, rest.preflight),
      context.tickets.take(projectId),
    ]);

    const opening: Omit<Opening, 'tags'> = {
      ...rest,
      projectId,
      id: newId(),
      ticketId,
      createdBy: principalOf(actor),
      requester: sender.id,
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
      smartAssignment: (team ? rest.smartAssignment : undefined) ?? !slowChannels.has(channel),
      workingStatus: team ? rest.workingStatus : null,
      participants: joiners,
    };
    const fetched = new FetchedFacts();
    // An import is not routed: its department only decides who sees it.
    const isRouted = joiners.length === 0 && !rest.imported;
    if (department.routingContext && isRouted) fetched.routingContexts.set(department.id, department.routingContext);
    const takers = rest.imported ? [] : seatTakers(joiners);
    for (const user of takers) fetched.users.add(user);
    const { routingContext, id: departmentId } = department;
    return {
      ...{ opening, fetched, people: people.copies, routingContext },
      open: (facts, first) => {
        const pass = fetched.routingContexts.size > 0 ? facts.routing(departmentId) : undefined;
        const seats = facts.seats(pass ? [] : takers);
        const tags = team ? replacedTags([], input.tags ?? [], { at: facts.at, newId }) : [];
        const source: OpeningFacts['source'] = first ? 'message' : 'create';
        const known = { at: facts.at, by: moverOf(actor), seats, routingContext, awaited: new Set<string>(), source };
        return open({ ...opening, tags }, { ...known, ...pass }, first);
      },
    };
  }
}

function checkRequestId({ config }: OpeningContext, requestId: string): void {
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

/** The team and bots may name people and bots, an end user only bots. */
async function namedJoiners(context: OpeningContext, actor: Actor, input: OpeningInput): Promise<Joiner[]> {
  const names = input.participants ?? [];
  if (names.length === 0) return [];
  const joiners = await joinersOf(context, input.id_project, names, (index) => `participants.${index}`);
  if (isEndUser(actor) && joiners.some(({ member }) => !isBot(member))) {
    throw requestErrors.participants_not_allowed();
  }
  return joiners;
}

/** Named participants without a department leave the request without one; otherwise the named or the default department. */
async function departmentFor(
  context: OpeningContext,
  projectId: string,
  named: string | undefined,
  joiners: readonly Joiner[],
): Promise<{ id: string | null; routingContext: RoutingContext | null }> {
  const wanted = named && named !== 'default' ? named : null;
  if (!wanted && named !== 'default' && joiners.length > 0) return { id: null, routingContext: null };

  const routingContext = await context.routingContexts.of(projectId, wanted);
  if (!routingContext && wanted) throw noSuchDepartment(wanted);
  return { id: wanted, routingContext };
}

interface RequesterRecords {
  copies: NewRequest['people'];
  lead: CopiedRecord & { _id: string };
  requester: (CopiedRecord & { _id: string }) | null;
  teammateId: string | null;
}

/** The requester's lead, created if new, and their teammate record. */
async function peopleOf(
  context: OpeningContext,
  projectId: string,
  sender: Sender,
  email: string | undefined,
  preflight: boolean,
): Promise<RequesterRecords> {
  const profile: LeadProfile = {
    leadId: sender.id,
    fullname: isUnnamed(sender) ? undefined : sender.fullname,
    email: email ?? sender.email,
    status: preflight ? LeadStatus.temporary : LeadStatus.normal,
  };
  const known = await context.directory.personOf(projectId, sender.id);
  const { member } = known;
  const lead = await context.leads.ensure(projectId, profile, known.lead);
  const teammateId = member?.teammateId ?? sender.teammateId;
  return {
    copies: { lead: known.lead?.record ?? lead.record, requester: member?.record ?? null },
    lead: { ...lead.record, _id: lead.id },
    requester: requesterOf(projectId, sender, member?.record),
    teammateId,
  };
}

/** The teammate record, or one built from the call until the event of the membership has arrived. */
function requesterOf(
  projectId: string,
  sender: Sender,
  record: CopiedRecord | undefined,
): RequesterRecords['requester'] {
  if (record) return { ...record, _id: String(record._id) };
  const { teammateId, kind, id, fullname } = sender;
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
