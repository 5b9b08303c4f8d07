import type { Database } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';

import { type Activity, anonymous } from '../activity/activity.ts';
import { erasedSender, type Subject } from './subject.ts';

const batch = 200;

const columns = `a.id_project as "projectId", a.id, a.created_at as "createdAt", a.verb, a.actor, a.action_obj as "actionObj",
  a.target, a.related, a.agents`;

// Data about the requests or the lead belongs to the person at any time; data by identifier only until a visitor returned under it.
const ofSubject = `a.id in (
  select g.id from activity_agent g where g.id_project = $1 and g.agent = any($2::text[])
  union all
  select g.id from activity_agent g where g.id_project = $1 and g.agent = $3 and ($4::timestamptz is null or g.created_at <= $4))`;
const namesSubject = `(a.target->'object' ?| array['first_text', 'lead', 'userFullname', 'fullname', 'email']
  or (a.actor->>'id' = $3 and a.actor ? 'name'))`;

/** Exports, erases and counts the data of one person. */
export class SubjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Activities that name the person, in batches, after this one. */
  activities(subject: Subject, after: string): Promise<Activity[]> {
    const text = `select ${columns} from activity a where a.id_project = $1 and ${ofSubject} and a.id > $5 order by a.id limit ${batch}`;
    return this.#db.query<Activity>({ name: 'subject_activities', text }, [...keysOf(subject), after]);
  }

  /** Records the erasure for events that arrive later: contract 30 section 5.2. */
  async remember({ projectId, lead, requests }: Subject): Promise<void> {
    await this.#db.query(remember, [projectId, [lead, ...requests]]);
  }

  async eraseSender(subject: Subject): Promise<number> {
    const rows = await this.#db.query(eraseSender, [...senderOf(subject), erasedSender]);
    return rows.length;
  }

  /** Removes the names of people from what is kept of requests that retention has deleted. */
  async eraseRequests(projectId: string, requests: readonly string[]): Promise<void> {
    const subject: Subject = { projectId, lead: '', leadId: '', requests, until: null };
    await this.#db.query(remember, [projectId, requests]);
    await this.#db.query(eraseNames, [projectId, requests]);
    while ((await this.eraseActivities(subject)) > 0);
  }

  /** Erases a batch. @returns how many */
  async eraseActivities(subject: Subject): Promise<number> {
    const text = `select ${columns} from activity a where a.id_project = $1 and ${ofSubject} and ${namesSubject}
      order by a.id limit ${batch} for update`;
    return this.#db.transaction(async () => {
      const found = await this.#db.query<Activity>({ name: 'subject_activities_named', text }, keysOf(subject));
      const erased = new Set([subject.lead, subject.leadId, ...subject.requests]);
      for (const activity of found) {
        const { actor, related, target, actionObj } = anonymous(activity, erased);
        const texts = [actor, related, target, actionObj].map((value) =>
          value === null ? null : JSON.stringify(value),
        );
        await this.#db.query(rewrite, [subject.projectId, activity.id, ...texts]);
      }
      return found.length;
    });
  }

  /** Erases the person from dead letters and from stored idempotent answers. */
  async eraseTraces(subject: Subject): Promise<void> {
    await eraseEvents(this.#db, eventsOf(subject));
    await eraseAnswers(this.#db, answersOf(subject));
  }

  async count(subject: Subject): Promise<Record<string, number>> {
    const text = `select count(*)::int as count from activity a where a.id_project = $1 and ${ofSubject} and ${namesSubject}`;
    const named = { name: 'subject_activities_count', text };
    const [activities] = await this.#db.query<{ count: number }>(named, keysOf(subject));
    const [messages] = await this.#db.query<{ count: number }>(countSender, senderOf(subject));
    return {
      activities: activities?.count ?? 0,
      messages: messages?.count ?? 0,
      events: await countEventsOf(this.#db, eventsOf(subject)),
      answers: await countAnswersOf(this.#db, answersOf(subject)),
    };
  }
}

function keysOf({ projectId, lead, leadId, requests, until }: Subject): unknown[] {
  return [projectId, [lead, ...requests], leadId, until];
}

function senderOf({ projectId, leadId, until, requests }: Subject): unknown[] {
  return [projectId, leadId, until, requests];
}

function eventsOf({ projectId, lead, leadId, requests }: Subject): EventsOf {
  return { projectId, partitionKeys: [lead, ...requests], principal: leadId, spare: '"mode":"erased"' };
}

function answersOf({ projectId, leadId }: Subject): AnswersOf {
  return { projectId, principals: [leadId], paths: [] };
}

const remember = {
  name: 'erased_remember',
  text: `insert into erased (id_project, id) select $1, id from unnest($2::text[]) id
    on conflict (id_project, id) do update set erased_at = now()`,
};

const ofSender = 'sender = $2 and ($3::timestamptz is null or created_at <= $3)';
// Imported messages may have another sender, and name the person all the same.
const namesSender = 'request = any($4::text[]) and is_received and sender_name is not null';

const eraseSender = {
  name: 'message_sender_erase',
  text: `update message_fact set sender = case when ${ofSender} then $5 else sender end, sender_name = null
    where id_project = $1 and ((${ofSender}) or (${namesSender})) returning 1`,
};

const eraseNames = {
  name: 'message_names_erase',
  text: `update message_fact set sender_name = null
    where id_project = $1 and request = any($2) and is_received and sender_name is not null`,
};

const countSender = {
  name: 'message_sender_count',
  text: `select count(*)::int as count from message_fact
    where id_project = $1 and ((${ofSender}) or (${namesSender}))`,
};

const rewrite = {
  name: 'activity_rewrite',
  text: 'update activity set actor = $3, related = $4, target = $5, action_obj = $6, chained = false where id_project = $1 and id = $2',
};
