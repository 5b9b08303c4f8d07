import type { Database } from '@parley/service-kit/database';

import { addressOfLead } from '../thread/lead-id.ts';

/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** The person's own id. */
  leadId: string;
  /** `_id`s of the person's requests. */
  requests: readonly string[];
  /** Later mails from the same address belong to a person who came back; null: no end. */
  until: Date | null;
}

/** A mail of the person, as it is exported. */
export interface ExportedMail {
  id: string;
  from: string | null;
  to: readonly string[];
  subject: string | null;
  createdAt: Date;
}

/** Counts by kind. */
export type Counts = Record<string, number>;

/** Erases, counts and exports the mails of one person. Source: contract 30 section 5. */
export class SubjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** May be repeated. */
  async erase(subject: Subject): Promise<Counts> {
    const mails = await this.#db.query(erase, valuesOf(subject));
    const out = await this.#db.query(eraseOutgoing, valuesOf(subject));
    const known = [subject.projectId, addressOfLead(subject.leadId)];
    const threads = await this.#db.query(eraseThreads, [...known, subject.leadId]);
    await this.#db.query(eraseImages, known);
    return { mails: mails.length, outgoing: out.length, threads: threads.length };
  }

  /** The mails of a deleted request, with their bytes. */
  async eraseRequest(projectId: string, request: { _id: string; request_id: string }): Promise<void> {
    await this.#db.query(eraseOfRequest, [projectId, request._id, request.request_id]);
  }

  async count(subject: Subject): Promise<Counts> {
    const [mails] = await this.#db.query<{ count: number }>(count, valuesOf(subject));
    const [threads] = await this.#db.query<{ count: number }>(countThreads, [
      subject.projectId,
      addressOfLead(subject.leadId),
      subject.leadId,
    ]);
    const [out] = await this.#db.query<{ count: number }>(countOutgoing, valuesOf(subject));
    return { mails: mails?.count ?? 0, outgoing: out?.count ?? 0, threads: threads?.count ?? 0 };
  }

  /** Their mails after this one, some at a time. */
  async mails(subject: Subject, after: string): Promise<ExportedMail[]> {
    return this.#db.query<ExportedMail>(exportPage, [...valuesOf(subject), after]);
  }
}

function valuesOf({ projectId, leadId, requests, until }: Subject): unknown[] {
  return [projectId, requests, addressOfLead(leadId), until];
}

// What is known by the address alone may be of a person who came back; what is in their requests is theirs.
const theirs = `i.id_project = $1 and (i.id_request = any($2)
  or (i.from_address = $3 and ($4::timestamptz is null or i.created_at <= $4)))`;

const erase = {
  name: 'subject_erase',
  text: `with gone as (delete from inbound_mail i where ${theirs} returning i.id),
      raw as (delete from raw_mail r using gone where r.id_project = $1 and r.id = gone.id)
    select 1 from gone`,
};

const sentToThem = `o.id_project = $1 and (o.id_request = any($2)
  or (o.recipient = $3 and ($4::timestamptz is null or o.created_at <= $4)))`;

// Also the suppression of their address: it is personal data, too.
const eraseOutgoing = {
  name: 'subject_erase_outgoing',
  text: `with gone as (delete from outgoing_mail o where ${sentToThem} returning o.id),
      messages as (delete from outgoing_message m using gone where m.id_project = $1 and m.id_mail = gone.id),
      copies as (update thread set cc = array_remove(cc, $3), parties = array_remove(parties, $3)
        where id_project = $1 and requester <> $3 and $3 = any(parties || cc)),
      suppressed as (delete from mail_suppression where id_project = $1 and address = $3)
    select 1 from gone`,
};

const eraseOfRequest = {
  name: 'request_erase_mails',
  text: `with gone as (delete from inbound_mail i where i.id_project = $1 and i.id_request = $2 returning i.id),
      raw as (delete from raw_mail r using gone where r.id_project = $1 and r.id = gone.id),
      threads as (delete from thread t where t.id_project = $1 and t.request_id = $3),
      sent as (delete from outgoing_mail o where o.id_project = $1 and o.id_request = $2 returning o.id)
    delete from outgoing_message m using sent where m.id_project = $1 and m.id_mail = sent.id`,
};

const countOutgoing = {
  name: 'subject_count_outgoing',
  text: `select count(*)::int as count from outgoing_mail o where ${sentToThem}`,
};

const eraseThreads = {
  name: 'subject_erase_threads',
  text: `with gone as (delete from thread where id_project = $1 and (requester = $2 or lead_id = $3) returning requester),
      suppressed as (delete from mail_suppression s using gone where s.id_project = $1 and s.address = gone.requester)
    select 1 from gone`,
};

const eraseImages = {
  name: 'subject_erase_images',
  text: 'delete from seen_image where id_project = $1 and address = $2',
};

const count = { name: 'subject_count', text: `select count(*)::int as count from inbound_mail i where ${theirs}` };

const countThreads = {
  name: 'subject_count_threads',
  text: 'select count(*)::int as count from thread where id_project = $1 and (requester = $2 or lead_id = $3)',
};

const exportPage = {
  name: 'subject_export',
  text: `select i.id, i.from_address as "from", i.envelope_to as "to", i.subject, i.created_at as "createdAt"
    from inbound_mail i where ${theirs} and i.id > $5 order by i.id limit 200`,
};
