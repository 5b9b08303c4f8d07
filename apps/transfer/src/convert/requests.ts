import { join } from 'node:path';
import { withAddresses } from '../origin/file-addresses.ts';
import type { Leads } from './contacts.ts';
import type { Conversion, Row } from './conversion.ts';
import { writeMails } from './mails.ts';
import { audienceOf, type Said, saidOf, senderOf } from './message.ts';
import type { Member, People } from './people.ts';
import type { Source } from './plain.ts';
import { contactOf, locationOf, notesOf, priorityOf, tagsOf } from './request-parts.ts';
import { bucketOf, Spool } from './spool.ts';
import { type Tickets, ticketsOf } from './tickets.ts';

export interface Directory {
  people: People;
  leads: Leads;
  bots: ReadonlySet<string>;
  departments: ReadonlySet<string>;
  /** By name of the tag. */
  tagColors: ReadonlyMap<string, string>;
  /** Addresses by id. */
  mailboxes: ReadonlyMap<string, string>;
}

/** Of what is sorted at once; larger windows are split. */
const maxInMemory = 8 * 2 ** 20;
const partSeconds = 2 ** 12;

interface Mentioned {
  by: string;
  at: string;
}

interface SpooledRequest {
  /** At which it came, with the address of the lead. */
  mailbox?: string;
  email?: string;
  /** People of the team who were called to it. */
  mentioned?: Mentioned[];
  record: Record<string, unknown> & { _id: string; requester: string; createdAt: string; status: number };
}
interface SpooledMessage {
  request: string;
  said: Said;
}

/** Requests with their messages in their order: both are spooled by time, since no request says where its messages are. */
export async function convertRequests(conversion: Conversion, directory: Directory, work: string): Promise<void> {
  const spool = await Spool.open(join(work, 'spool'));
  const [requests, messages] = ['r', 'm'];
  const ids = conversion.lookup.map('requests');
  const tickets = await ticketsOf(conversion);
  for await (const row of conversion.rows('requests')) {
    const record = requestOf(row, directory, tickets);
    if (typeof record === 'string') {
      await row.refuse(record, 'lead');
      continue;
    }
    if (ids.has(record.request_id as string)) {
      await row.refuse('key_taken', 'request_id');
      continue;
    }
    if (!(await row.check('request', { ...record, ...emptyHead(record) }))) continue;
    ids.set(record.request_id as string, record._id);
    row.stored();
    const mailbox = row.source.ref('mailbox');
    const isHeldByMail = mailbox !== undefined && directory.mailboxes.has(mailbox);
    const email = directory.leads.emails.get(String(record.lead));
    const mentioned = mentionedIn(row.source, directory.people);
    await spool.add(bucketOf(record._id) + requests, { record, mentioned, ...(isHeldByMail && { mailbox, email }) });
  }
  for await (const row of conversion.rows('messages')) {
    const { source } = row;
    const recipient = source.text('recipient') ?? '';
    const request = ids.get(recipient);
    if (source.text('channel_type') === 'direct') await direct(row);
    else if (request === undefined) await row.refuse('orphan', 'recipient');
    else {
      const said = saidOf(source, (what) => row.repair(what));
      const probe = messageOf(said, { request, seq: 1, requester: 'x' });
      if (!(await row.check('message', probe))) continue;
      row.stored();
      await spool.add(bucketOf(request) + messages, { request, said });
    }
  }
  await writeAll(conversion, spool, work);
  await spool.remove();
}

async function writeAll(conversion: Conversion, spool: Spool, work: string): Promise<void> {
  const windows = new Set((await spool.buckets()).map((bucket) => bucket.slice(0, -1)));
  for (const window of [...windows].sort()) {
    const bytes = (await spool.bytesOf(`${window}m`)) + (await spool.bytesOf(`${window}r`));
    if (bytes <= maxInMemory) await writeWindow(conversion, spool, window);
    else await writeInParts(conversion, spool, window, join(work, 'spool-parts'));
  }
}

/** Days on which very much was written are sorted once more, by the hour. */
async function writeInParts(conversion: Conversion, spool: Spool, window: string, folder: string): Promise<void> {
  const parts = await Spool.open(folder);
  for await (const one of spool.records<SpooledMessage>(`${window}m`))
    await parts.add(`${bucketOf(one.request, partSeconds)}m`, one);
  for await (const one of spool.records<SpooledRequest>(`${window}r`))
    await parts.add(`${bucketOf(one.record._id, partSeconds)}r`, one);
  const found = new Set((await parts.buckets()).map((bucket) => bucket.slice(0, -1)));
  for (const part of [...found].sort()) await writeWindow(conversion, parts, part);
  await parts.remove();
}

async function writeWindow({ writer, mentions, address }: Conversion, spool: Spool, window: string): Promise<void> {
  const said = Map.groupBy(await spool.read<SpooledMessage>(`${window}m`), ({ request }) => request);
  const requests = await spool.read<SpooledRequest>(`${window}r`);
  requests.sort((a, b) => (a.record._id < b.record._id ? -1 : 1));
  for (const { record, mailbox, email, mentioned = [] } of requests) {
    const messages = (said.get(record._id) ?? []).map((one) => one.said).sort(byTime);
    const head = headOf(record, messages);
    await writer.write('request', [JSON.stringify({ ...record, ...head })]);
    const { _id: request, requester } = record;
    const written = messages.map((one, place) => {
      const message = messageOf(one, { request, seq: place + 1, requester });
      const json = JSON.stringify(message);
      const reference = {
        message: one._id,
        request,
        request_id: String(record.request_id),
        audience: message.audience,
      };
      mentions.inMessage(json, reference, { sender: message.sender, isRequester: message.sender === requester });
      return address === undefined ? json : withAddresses(json, address);
    });
    await writer.write('message', written);
    const upTo = { upto_seq: head._lastSeq, _readIn: head._visibleIn, _readOut: head._visibleOut };
    for (const { by, at } of mentioned)
      await writer.write('read', [JSON.stringify({ request, principal: by, ...upTo, mentioned_at: at })]);
    const { until } = (record.snooze ?? {}) as { until?: string };
    if (until !== undefined) await writer.write('clock', [JSON.stringify({ request: record._id, wakeAt: until })]);
    if (mailbox !== undefined) await writeMails(writer, { record, mailbox, email, messages });
  }
  for (const kind of ['m', 'r']) await spool.drop(window + kind);
}

function byTime(a: Said, b: Said): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  if (a.order !== b.order) return (a.order ?? 0) - (b.order ?? 0);
  return a._id < b._id ? -1 : 1;
}

interface Place {
  request: string;
  seq: number;
  requester: string;
}

function messageOf(said: Said, { request, seq, requester }: Place) {
  const { _id, createdAt, text, attributes, rest } = said;
  const audience = audienceOf(said, requester);
  const sender = senderOf(said, requester);
  return { _id, request, seq, createdAt, sender, text, attributes, ...rest, imported: true, audience };
}

/** What follows from the messages of a request. */
function headOf({ requester, createdAt, first_text }: SpooledRequest['record'], messages: readonly Said[]) {
  const visible = messages.flatMap((said, place) =>
    said.sender !== 'system' && audienceOf(said, requester) === 'all' ? [{ said, seq: place + 1 }] : [],
  );
  const last = visible.at(-1);
  const ofRequester = visible.filter(({ said }) => senderOf(said, requester) === requester);
  return {
    first_text: first_text || visible[0]?.said.text || 'Imported',
    _lastSeq: messages.length,
    _activeAt: messages.at(-1)?.createdAt ?? createdAt,
    _visibleSeq: last?.seq ?? 0,
    _visibleIn: ofRequester.length,
    _visibleOut: visible.length - ofRequester.length,
    _lastMessageAt: last?.said.createdAt ?? createdAt,
    _requesterFirstAt: ofRequester[0]?.said.createdAt,
  };
}

function emptyHead({ createdAt }: { createdAt: string }) {
  return { first_text: '', _activeAt: createdAt, _lastMessageAt: createdAt };
}

const statuses: ReadonlySet<number> = new Set([50, 100, 150, 200, 1000]);
const computed: ReadonlySet<string> = new Set([
  ...['last_message', 'transcript', 'auto_close', 'assignee', 'hasBot', 'participantsAgents', 'participantsBots'],
]);

/** @returns the code of what is missing */
function requestOf(row: Row, directory: Directory, tickets: Tickets): SpooledRequest['record'] | string {
  const { source } = row;
  const { people, leads, bots, departments } = directory;
  const stored = source.stored();
  const member = requesterOf(source, people);
  const lead = leadOf(source, leads) ?? (member && leads.byLeadId.get(member.principal));
  const requester = member?.principal ?? leads.leadIds.get(lead ?? '');
  if (lead === undefined || requester === undefined) return 'orphan';
  if (!member && source.text('requester') !== undefined) row.repair('a requester that is not there');

  const named = source.texts('participants');
  const isThere = (id: string) => (id.startsWith('bot_') ? bots.has(id.slice(4)) : people.team.has(id));
  const participants = [...new Set(named.filter(isThere))];
  if (participants.length < named.length) row.repair('participants who are no members or bots');
  const { ticket, isNew } = tickets.take(source);
  if (isNew) row.repair('a ticket number');
  const department = source.ref('department');
  if (department !== undefined && !departments.has(department)) row.repair('a department that is not there');
  const status = statusOf(row, participants);
  const rating = source.number('rating');
  const isRating = rating !== undefined && rating >= 0 && rating <= 5;
  if (rating !== undefined && !isRating) row.repair('a rating out of range');
  const channel = nameIn(source, 'channel');
  const place = { request: stored._id, createdAt: stored.createdAt };
  return {
    ...stored,
    request_id: source.text('request_id', 255) ?? `support-group-${source.ref('id_project')}-${source.id}`,
    ticket_id: ticket,
    status,
    preflight: status === 50 || (source.flag('preflight') ?? false),
    draft: source.flag('draft') ?? false,
    imported: true,
    smartAssignment: source.flag('smartAssignment') ?? true,
    workingStatus: source.text('workingStatus'),
    requester,
    requester_membership: member?.id,
    lead,
    contact: contactOf(row),
    first_text: source.text('first_text', 65_536) ?? '',
    subject: source.text('subject', 65_536),
    language: source.text('language'),
    sourcePage: source.text('sourcePage', 65_536),
    userAgent: source.text('userAgent', 65_536),
    channel,
    channelOutbound: nameIn(source, 'channelOutbound') || channel,
    priority: priorityOf(row),
    location: locationOf(row),
    attributes: withoutComputed(row, source.object('attributes') ?? {}),
    department: department !== undefined && departments.has(department) ? department : undefined,
    participants,
    hasBot: participants.some((id) => id.startsWith('bot_')),
    followers: source.texts('followers'),
    tags: tagsOf(row, place, directory.tagColors),
    notes: notesOf(row, place),
    rating: isRating ? rating : undefined,
    rating_message: source.text('rating_message', 65_536),
    waiting_time: whole(source.number('waiting_time')),
    first_response_at: source.time('first_response_at'),
    assigned_at: source.time('assigned_at'),
    closed_at: status === 1000 ? (source.time('closed_at') ?? stored.updatedAt) : undefined,
    closed_by: source.text('closed_by'),
    snooze: status === 1000 ? undefined : snoozeOf(source, stored.updatedAt),
    duration: whole(source.number('duration')),
    _waitingSince: stored.createdAt,
    _humanServed: participants.some((id) => !id.startsWith('bot_')),
  };
}

/** The newest call of each person, who has read it. */
function mentionedIn(source: Source, { team }: People): Mentioned[] {
  const newest = new Map<string, string>();
  for (const one of source.list('mentioned')) {
    const { by, at } = Object(one) as Partial<Mentioned>;
    if (by !== undefined && at !== undefined && team.has(by) && (newest.get(by) ?? '') < at) newest.set(by, at);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([by, at]) => ({ by, at }));
}

/** One that is over by now would only wake it at once. */
function snoozeOf(source: Source, at: string): object | undefined {
  const snooze = source.object('snooze');
  const until = typeof snooze?.until === 'string' ? Date.parse(snooze.until) : Number.NaN;
  if (!snooze || !(until > Date.now())) return undefined;
  const { wake_on_reply: wakesOnReply, by, reason } = snooze;
  return {
    ...{ until: new Date(until).toISOString(), wake_on_reply: wakesOnReply !== false, at },
    by: typeof by === 'string' ? by : 'system',
    ...(typeof reason === 'string' && { reason }),
  };
}

function requesterOf(source: Source, { members }: People): (Member & { id: string }) | undefined {
  const snapshot = source.object('snapshot')?.requester as { _id?: unknown } | undefined;
  for (const id of [source.ref('requester'), snapshot?._id]) {
    const member = typeof id === 'string' ? members.get(id) : undefined;
    if (member && typeof id === 'string') return { ...member, id };
  }
  return undefined;
}

function leadOf(source: Source, leads: Leads): string | undefined {
  const snapshot = source.object('snapshot')?.lead as { _id?: unknown; lead_id?: unknown } | undefined;
  for (const id of [source.ref('lead'), snapshot?._id]) {
    const lead = typeof id === 'string' ? leads.byId.get(id) : undefined;
    if (lead) return lead;
  }
  return typeof snapshot?.lead_id === 'string' ? leads.byLeadId.get(snapshot.lead_id) : undefined;
}

function statusOf(row: Row, participants: readonly string[]): number {
  const { source } = row;
  const status = source.number('status') ?? 0;
  if (status === 300) return 200;
  if (status === 200 && participants.length === 0) {
    row.repair('served by people who do not exist: unserved');
    return 100;
  }
  if (statuses.has(status)) return status;
  row.repair('a status of another number');
  if (source.time('closed_at') !== undefined) return 1000;
  return participants.length > 0 ? 200 : 100;
}

function nameIn(source: Source, member: string): string {
  const name = source.object(member)?.name ?? source.text(member);
  return typeof name === 'string' && name !== '' ? name : 'chat21';
}

function withoutComputed(row: Row, attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([member]) => {
      if (!computed.has(member)) return true;
      row.lose(`attributes.${member}`);
      return false;
    }),
  );
}

function whole(number: number | undefined): number | undefined {
  return number === undefined ? undefined : Math.max(0, Math.trunc(number));
}

/** A message to a member, of no request. */
async function direct(row: Row): Promise<void> {
  const { source } = row;
  const { _id, createdAt, sender, text, attributes, rest } = saidOf(source, (what) => row.repair(what));
  const { createdBy, senderFullname, type, metadata, language, channel } = rest;
  const recipient = source.text('recipient');
  const recipientFullname = source.text('recipientFullname') ?? '';
  await row.store('direct_message', {
    ...{ _id, createdAt, createdBy, sender, senderFullname, recipient, recipientFullname },
    ...{ text, type, metadata, attributes, language, channel },
  });
}
