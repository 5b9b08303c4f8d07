import type { Database } from '../database/database.ts';

/** Selects the events that hold data of a person. */
export interface EventsOf {
  projectId: string;
  /** Records the events are about. */
  partitionKeys: readonly string[];
  /** The person's own id, as the `actor` of events. */
  principal: string;
  /** A text that stands in the events of the erasure itself, which hold nothing. */
  spare: string;
}

/**
 * Takes the data out of published events and of dead letters: consumers pass over them. An event that is not published yet goes out
 * with its data and is erased in the next round. Source: contract 30 section 5.2.
 * @returns how many events and dead letters were erased
 */
export async function eraseEvents(db: Database, subject: EventsOf): Promise<number> {
  const { projectId, partitionKeys, spare, principal } = subject;
  const values = [projectId, partitionKeys, spare, `user:${principal}`];
  const [published, dead] = [await db.query(erasePublished, values), await db.query(eraseDead, values)];
  return published.length + dead.length;
}

/** Events that still hold data of them, published or not. */
export async function countEventsOf(db: Database, { projectId, partitionKeys, spare }: EventsOf): Promise<number> {
  const [row] = await db.query<{ count: number }>(remaining, [projectId, partitionKeys, spare]);
  return row?.count ?? 0;
}

const erased = `((event::jsonb - 'actorname') || '{"data": {"erased": true}}'
  || case when event::jsonb->>'actor' = $4 then '{"actor": "system"}' else '{}' end::jsonb)::text`;
const holdsData = `event not like '%"data": {"erased": true}%' and position($3 in event) = 0`;

const erasePublished = {
  name: 'outbox_erase',
  text: `update outbox set event = ${erased}
    where id_project = $1 and partition_key = any($2) and published_at is not null and ${holdsData} returning 1`,
};

const deadLettersWithData = `id_project = $1 and event::jsonb->>'partitionkey' = any($2) and ${holdsData}`;
const eraseDead = {
  name: 'dead_letter_erase',
  text: `update dead_letter set event = ${erased} where ${deadLettersWithData} returning 1`,
};

const remaining = {
  name: 'events_remaining',
  text: `select ((select count(*) from outbox where id_project = $1 and partition_key = any($2) and ${holdsData})
    + (select count(*) from dead_letter where ${deadLettersWithData}))::int as count`,
};
