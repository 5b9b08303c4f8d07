import { breakerColumns, subscriptionColumns } from '../subscription/subscription.repository.ts';
import { bySequence, deliveryColumns, ended } from './delivery.repository.ts';
import { pollAgainMs } from './delivery-queue.ts';

/** Limits on concurrent calls. Source: contract 50 section 8. */
export const maxPerSubscription = 10;
const maxPerHost = 50;

export const due = {
  name: 'lane_due',
  text: `select case when exists (
      select from lane l join delivery d on d.id_project = l.id_project and d.id_subscription = l.id_subscription
      where l.due_at <= $1::timestamptz + interval '${pollAgainMs} ms' and d.due_at <= $1 and d.state = 'pending'
    ) then 0 else extract(epoch from (select min(due_at) from lane) - $1::timestamptz)::float * 1000 end as ms`,
};

const take = (condition: string) => `select ${subscriptionColumns}, ${breakerColumns}, s.host
    from lane l join subscription s on s.id_project = l.id_project and s.id = l.id_subscription
    where l.due_at <= $1 ${condition} for update of l skip locked`;

export const lockFirstDue = { name: 'lane_take_first', text: take('order by l.due_at limit 1') };

export const lockIfDue = { name: 'lane_take', text: take('and l.id_project = $2 and l.id_subscription = $3') };

// Serialises the replicas' counts of calls in flight per host. A transaction that holds it never waits for the row of a queue.
export const lockHost = {
  name: 'host_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('host/' || $1, 0))`,
};

const underWay = `select count(*) from delivery b where b.host = $3 and b.holder is not null and b.due_at > $4`;

/** How many of the oldest deliveries a claim examines: those of one record wait for each other. */
const looked = 1_000;

/** Leases the rows of `chosen`. */
const claimed = `, mine as (
      select id_project, id, ($8::text[])[row_number() over ()] as attempt from chosen
    ), taken as (
      update delivery d set holder = $6, host = $3, due_at = $5, attempts = attempts + 1 from mine
      where d.id_project = mine.id_project and d.id = mine.id returning ${deliveryColumns}, mine.attempt as "attemptId"
    ), begun as (
      insert into attempt (id_project, id, id_delivery, id_subscription, n, at, target)
      select $1, "attemptId", id, $2, attempts, $4, $7 from taken
    )
    select t.*, (
      select o.due_at from delivery o where o.id_project = $1 and o.id_subscription = $2 and o.due_at is not null
        and o.id <> all (array(select id from mine)) order by o.due_at limit 1
    ) as next
    from (values (1)) always left join taken t on true`;

// First attempts of a record are made in the order of its events: none begins while an earlier one is pending or running.
export const claim = {
  name: 'deliveries_claim',
  text: `with oldest as (
      select d.id_project, d.id, d.partition_key, d.first_sequence, d.due_at, ${bySequence} as place from delivery d
      where d.id_project = $1 and d.id_subscription = $2 and d.due_at <= $4 and d.state = 'pending'
      order by d.due_at, ${bySequence} limit ${looked}
    ), chosen as (
      select o.id_project, o.id from oldest o
      where o.first_sequence is null or not exists (
        select from delivery e where e.id_project = $1 and e.id_subscription = $2 and e.partition_key = o.partition_key
          and e.first_sequence < o.first_sequence)
      order by o.due_at, o.place
      limit greatest(0, least(cardinality($8::text[]), ${maxPerHost} - (${underWay}),
        ${maxPerSubscription} - (${underWay} and b.id_project = $1 and b.id_subscription = $2)))
    )
    ${claimed}`,
};

// A half-open breaker probes with the oldest delivery.
export const claimOne = {
  name: 'deliveries_claim_one',
  text: `with chosen as (
      select d.id_project, d.id from delivery d
      where d.id_project = $1 and d.id_subscription = $2 and d.due_at <= $4 and d.state = 'pending'
        and not exists (${underWay} and b.id_project = $1 and b.id_subscription = $2 having count(*) > 0)
      order by d.event_at, ${bySequence} limit 1
    )
    ${claimed}`,
};

// Inserts of deliveries share-lock the subscription until they commit.
export const lockIfNotRecording = {
  name: 'subscription_if_free',
  text: 'select 1 from subscription where id_project = $1 and id = $2 for update skip locked',
};

export const reschedule = {
  name: 'lane_put',
  text: 'update lane set due_at = $3 where id_project = $1 and id_subscription = $2',
};

export const keepPayload = {
  name: 'delivery_keep_payload',
  text: `update delivery set payload = $4, missing_request = null
    where id_project = $1 and id = $2 and holder = $3 and state = 'pending' returning 1`,
};

export const release = {
  name: 'delivery_give_back',
  text: `with given as (
      update delivery set holder = null, host = null, due_at = $6, attempts = attempts - 1
      where id_project = $1 and id = $2 and holder = $4 and state = 'pending' returning 1
    ), unmade as (
      delete from attempt where id_project = $1 and id = $5 and exists (select from given)
    )
    update lane set due_at = $6 where id_project = $1 and id_subscription = $3 and exists (select from given)`,
};

const columnsOfEnd = 'id_project, id_delivery, id_subscription, holder, id, duration_ms, status, headers, body, at';

// Committed asynchronously, unlike the attempt itself: an outcome that is lost in a crash costs a repeated call with the same id.
// The limit is a hint to the planner: a few rows are looked up by key, however small the tables are when this is planned.
// The queue is not updated while its breaker is closed: inserts and polls would wait for each other's commits.
export const succeed = {
  name: 'attempts_succeed',
  text: `with lazily as materialized (select set_config('synchronous_commit', 'off', true)
    ), ended as (
      select e.* from lazily, unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[],
        $9::text[], $10::timestamptz[]) as e (${columnsOfEnd}) limit cardinality($1::text[])
    ), logged as (
      update attempt a set duration_ms = e.duration_ms, status = e.status, response_headers = e.headers::jsonb, response_body = e.body
      from ended e where a.id_project = e.id_project and a.id = e.id
    ), done as (
      update delivery d set state = 'delivered', delivered_at = e.at, last_status = e.status, last_error = null, ${ended}
      from ended e where d.id_project = e.id_project and d.id = e.id_delivery and d.holder = e.holder and d.state = 'pending'
      returning d.id_project, d.id_subscription, e.at
    ), lanes as (
      select id_project, id_subscription, max(at) as at from done group by id_project, id_subscription
    )
    update lane l set failures = 0, failing_since = null, open_until = null, wait_ms = 0, due_at = lanes.at
    from lanes where l.id_project = lanes.id_project and l.id_subscription = lanes.id_subscription
      and (l.failures > 0 or l.failing_since is not null or l.open_until is not null)`,
};

export const queuesWithWork = {
  name: 'lanes_waiting',
  text: `select l.id from unnest($1::text[], $2::text[]) l (id_project, id) where exists (
      select from delivery d
      where d.id_project = l.id_project and d.id_subscription = l.id and d.due_at <= $3 and d.state = 'pending')`,
};

const logged = `update attempt set duration_ms = $6::int, status = $7::int, response_headers = $8::jsonb, response_body = $9`;
const ours = `id_project = $1 and id = $2 and id_subscription = $3 and holder = $4 and state = 'pending'`;

export const lockQueue = {
  name: 'lane_lock',
  text: `select ${breakerColumns} from lane l where l.id_project = $1 and l.id_subscription = $2 for update`,
};

export const fail = {
  name: 'attempt_fail',
  text: `with logged as (${logged}, error = $10 where id_project = $1 and id = $5)
    update delivery set state = $11, failures = failures + 1, last_status = $7::int, last_error = $10, due_at = $12::timestamptz,
      expires_at = case when $11 = 'pending' then expires_at end, first_sequence = null, holder = null, host = null
    where ${ours} returning 1`,
};

export const keepBreaker = {
  name: 'lane_keep_breaker',
  text: `update lane set failures = $3, failing_since = $4, open_until = $5, wait_ms = $6,
      due_at = case when due_at is not null then $7::timestamptz end
    where id_project = $1 and id_subscription = $2`,
};
