/** How much is made, and in which project. The same plan makes the same rows, so that an interrupted run can go on. */
export interface SeedPlan {
  projectId: string;
  requests: number;
  messages: number;
  /** So many of the newest are open. */
  open: number;
  /** Time of the newest request, in ms since the epoch. */
  until: number;
}

type Row = Record<string, unknown>;

const spanMs = 2 * 365 * 86_400_000;
const requestsPerLead = 5;
const departments = 5;
const agents = 40;
const words =
  `parcel order invoice refund delivery courier tracking number address street late broken missing return exchange size colour
  payment card charge twice discount code voucher account password login email phone question answer thanks please help today
  tomorrow monday week month shop store product quality warranty repair service team manager open hours holiday express standard`.split(
    /\s+/,
  );

/** Which part of the plan's messages belongs to request `index`: the first and the one after the last. */
function messagesOf({ requests, messages }: SeedPlan, index: number): [first: number, end: number] {
  return [Math.floor((index * messages) / requests), Math.floor(((index + 1) * messages) / requests)];
}

/** The rows of a plan that are there once. */
export function sharedRows({ projectId, requests, until }: SeedPlan): Record<string, Row[]> {
  const kept = { id_project: projectId, version: 0, deleted: false };
  return {
    copy_department: upTo(departments, (place) => {
      const id = idOf(until, 0xd, place);
      const record = { _id: id, id, id_project: projectId, name: `Department ${place}`, routing: 'pooled', groups: [] };
      return { ...kept, id, record };
    }),
    copy_teammate: upTo(agents, (place) => {
      const id = idOf(until, 0xa, place);
      const person = { _id: agentOf(place), id: agentOf(place), firstname: `Agent ${place}`, lastname: 'Example' };
      const record = { _id: id, id, id_project: projectId, role: 'agent', status: 'active', id_user: person };
      return { ...kept, id, principal: agentOf(place), record };
    }),
    ticket_counter: [{ id_project: projectId, last: requests }],
  };
}

/** The rows of requests `from` to `end`, by table. Leads and visitors come with the first of their requests. */
export function requestRows(plan: SeedPlan, from: number, end: number): Record<string, Row[]> {
  const indexes = upTo(end - from, (place) => from + place);
  const firsts = indexes.filter((index) => index % requestsPerLead === 0);
  return {
    copy_lead: firsts.map((index) => leadRow(plan, index / requestsPerLead)),
    copy_teammate: firsts.map((index) => visitorRow(plan, index / requestsPerLead)),
    request: indexes.map((index) => requestRow(plan, index)),
    request_head: indexes.map((index) => headRow(plan, index)),
    service_level: indexes.filter((index) => isLevelled(plan, index)).map((index) => levelRow(plan, index)),
  };
}

function leadRow(plan: SeedPlan, lead: number): Row {
  const { _id: id, ...rest } = leadOf(plan, lead);
  return {
    id_project: plan.projectId,
    id,
    lead_id: visitorOf(lead),
    version: 0,
    deleted: false,
    record: { _id: id, ...rest },
  };
}

function visitorRow({ projectId, until }: SeedPlan, lead: number): Row {
  const id = idOf(until, 0xb, lead);
  const record = {
    ...{ _id: id, id, id_project: projectId, role: 'guest', user_available: false, isAuthenticated: false, __v: 0 },
    ...{ uuid_user: visitorOf(lead), status: 'active', profile: { firstname: nameOf(lead) } },
  };
  return { id_project: projectId, id, principal: visitorOf(lead), version: 0, deleted: false, record };
}

function requestRow(plan: SeedPlan, index: number): Row {
  const at = timeOf(plan, index);
  const lead = Math.floor(index / requestsPerLead);
  const isOpen = index >= plan.requests - plan.open;
  const department = departmentOf(plan, index);
  const person = leadOf(plan, lead);
  return {
    id_project: plan.projectId,
    id: requestIdOf(plan, index),
    request_id: requestNameOf(plan.projectId, index),
    ticket_id: index + 1,
    created_at: at,
    created_by: visitorOf(lead),
    status: isOpen ? 100 : 1000,
    requester: visitorOf(lead),
    requester_teammate: idOf(plan.until, 0xb, lead),
    lead_id: person._id,
    contact: { email: person.email },
    first_text: sentence(index, 0),
    channel: 'chat21',
    channel_outbound: 'chat21',
    attributes: { client: 'seed' },
    department_id: department,
    participants: isOpen ? [] : [agentOf(mixed(index, 2) % agents)],
    followers: [],
    // JSON: an array would become one of PostgreSQL's.
    tags: JSON.stringify(index % 10 === 0 ? [{ _id: department, tag: 'parcel', color: '#43B1F2', createdAt: at }] : []),
    notes: '[]',
    snapshot: { lead: person, department: { _id: department }, agents: [], availableAgentsCount: 0 },
    abandoned_by: {},
    waiting_since: at,
    // No agent serves them: the queue leaves them alone.
    smart_assignment: false,
    closed_at: isOpen ? null : new Date(at.getTime() + 3_600_000),
    duration: isOpen ? null : 3_600_000,
  };
}

const departmentOf = (plan: SeedPlan, index: number): string => idOf(plan.until, 0xd, mixed(index, 1) % departments);

function headRow(plan: SeedPlan, index: number): Row {
  const [first, end] = messagesOf(plan, index);
  const at = timeOf(plan, index);
  return {
    id_project: plan.projectId,
    id: requestIdOf(plan, index),
    last_seq: end - first,
    visible_seq: end - first,
    visible_in: Math.ceil((end - first) / 2),
    visible_out: Math.floor((end - first) / 2),
    last_message_at: at,
    listed_under: index >= plan.requests - plan.open ? departmentOf(plan, index) : `-${departmentOf(plan, index)}`,
    updated_at: at,
    active_at: at,
    due_at: isLevelled(plan, index) ? new Date(dueAtOf(plan, index)) : null,
  };
}

/** Every second one of the open requests, the newest included, has a service level. */
const isLevelled = ({ requests, open }: SeedPlan, index: number): boolean =>
  index >= requests - open && (requests - 1 - index) % 2 === 0;

const hourMs = 3_600_000;
/** One of a hundred is overdue; the others are due in the next thousand hours. */
const isOverdue = (index: number): boolean => mixed(index, 4) % 100 === 0;
const dueAtOf = ({ until }: SeedPlan, index: number): number =>
  isOverdue(index) ? until - hourMs : until + hourMs + (mixed(index, 5) % (1_000 * hourMs));

/** Of a policy that is gone: it applies until something of the request changes. */
function levelRow(plan: SeedPlan, index: number): Row {
  const [dueAt, startedAt] = [dueAtOf(plan, index), timeOf(plan, index).getTime()];
  const policy = { _id: idOf(plan.until, 0x5, 0), name: 'Everyone', version: 0 };
  const target = dueAt - startedAt;
  const clock = {
    ...{ metric: 'first_response', cycle: 1, state: 'running', target, policy, hours: 'always' },
    ...{ startedAt, counted: 0, since: startedAt, dueAt, spans: [] },
    ...(isOverdue(index) && { breachedAt: dueAt }),
  };
  const applied = { hours: 'always', targets: { default: { first_response: target } }, dueSoon: 0, pause: [] };
  return {
    ...{ id_project: plan.projectId, request: requestIdOf(plan, index), policy: policy._id },
    state: isOverdue(index) ? 'overdue' : 'due',
    record: {
      ...{ policy: { ...policy, ...applied, whileBot: 'wait' }, config: 0 },
      ...{ breached: isOverdue(index) ? ['first_response'] : [], clocks: [clock] },
    },
  };
}

export const messageColumns = [
  ...[
    'id_project',
    'request',
    'seq',
    'id',
    'created_at',
    'updated_at',
    'created_by',
    'sender',
    'sender_fullname',
    'text',
  ],
  ...['type', 'attributes', 'status', 'channel', 'audience'],
];

/** Messages of request `index` as lines for COPY. Nine of ten rows are messages, so these are written down without a detour. */
export function messageLines(plan: SeedPlan, index: number): string {
  const [first, end] = messagesOf(plan, index);
  const time = timeOf(plan, index);
  const at = time.toISOString();
  const lead = Math.floor(index / requestsPerLead);
  const visitor = `${visitorOf(lead)}\t${visitorOf(lead)}\t${nameOf(lead)}`;
  const agent = agentOf(mixed(index, 2) % agents);
  const start = `${plan.projectId}\t${requestIdOf(plan, index)}`;
  let lines = '';
  for (let place = 0; place < end - first; place++) {
    const sender = place % 2 === 0 ? visitor : `${agent}\t${agent}\tAgent Example`;
    const id = idOf(time.getTime(), 0xe, first + place);
    lines += `${start}\t${place + 1}\t${id}\t${at}\t${at}\t${sender}\t${sentence(index, place)}\ttext\t{}\t200\tchat21\tall\n`;
  }
  return lines;
}

function leadOf({ projectId, until }: SeedPlan, lead: number) {
  const id = idOf(until, 0xc, lead);
  return {
    _id: id,
    id,
    id_project: projectId,
    lead_id: visitorOf(lead),
    fullname: nameOf(lead),
    email: emailOf(lead),
  };
}

/** The address of a lead; one lead has five requests. */
export const emailOf = (lead: number): string => `visitor${lead}@example.com`;
const nameOf = (lead: number): string => `Visitor ${lead}`;
const visitorOf = (lead: number): string => `5eed0000-0000-4000-8000-${lead.toString(16).padStart(12, '0')}`;
const agentOf = (place: number): string => `5eed${place.toString(16).padStart(20, '0')}`;
/** The `request_id` of request `index`. */
export const requestNameOf = (projectId: string, index: number): string =>
  `support-group-${projectId}-${index.toString(16).padStart(32, '0')}`;
const requestIdOf = (plan: SeedPlan, index: number): string => idOf(timeOf(plan, index).getTime(), 0xf, index);

function timeOf({ requests, until }: SeedPlan, index: number): Date {
  return new Date(until - Math.floor(((requests - 1 - index) * spanMs) / requests));
}

/** Sorts by time, like any id: 4 bytes of seconds, then what it is of, then its number. */
function idOf(atMs: number, kind: number, number: number): string {
  const seconds = Math.floor(atMs / 1000)
    .toString(16)
    .padStart(8, '0');
  return `${seconds}${kind.toString(16).padStart(4, '0')}${number.toString(16).padStart(12, '0')}`;
}

/** Words of every day among rarer ones; the first message of a request names a number that no other has. */
function sentence(index: number, place: number): string {
  let said = place === 0 ? caseOf(index) : '';
  for (let word = 0; word < 8; word++) {
    const drawn = mixed(index * 31 + place, word + 3);
    said += ` ${word < 3 ? words[drawn % words.length] : rareWord(drawn % rareWords)}`;
  }
  return said;
}

export const caseOf = (index: number): string => `Case${index}`;
export const rareWords = 20_000;

/** One of `rareWords`, of three syllables. */
export function rareWord(number: number): string {
  const syllables = [number % 80, Math.floor(number / 80) % 80, Math.floor(number / 6_400)];
  return syllables
    .map((syllable) => `${'bcdfghjklmnprstv'[syllable % 16]}${'aeiou'[Math.floor(syllable / 16)]}`)
    .join('');
}

/** A number that looks random and is always the same. */
function mixed(value: number, salt: number): number {
  let mix = Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(salt + 1, 0xc2b2ae35);
  mix = Math.imul(mix ^ (mix >>> 15), 0x2c1b3c6d);
  mix = Math.imul(mix ^ (mix >>> 12), 0x297a2d39);
  return (mix ^ (mix >>> 15)) >>> 0;
}

function upTo<Value>(count: number, make: (place: number) => Value): Value[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
