import type { Database } from '@parley/service-kit/database';

import { type Survey, type SurveyRecord, surveyOf } from './survey.ts';

/** A closing for which a survey was chosen. */
interface ClosingKey {
  projectId: string;
  /** `_id` */
  request: string;
  /** Id of the event. */
  closing: string;
}

export interface DueSurvey extends ClosingKey {
  requestId: string | null;
  survey: string;
  lead: string;
  closedAt: Date;
  /** Of the survey as it is now; `null`: it is gone. */
  record: SurveyRecord | null;
}

export interface Asked {
  ask: string;
  comment: boolean;
}

export interface AskedSurvey extends Asked {
  projectId: string;
  requestId: string;
  requester: string;
  language: string | null;
  answered: boolean;
}

/** Begins the key of a closing about which an action asks. */
const wantedPrefix = 'wanted:';
export const isWanted = ({ closing }: ClosingKey): boolean => closing.startsWith(wantedPrefix);

/** What decides whether a survey is asked, read under the lock of the request. */
export interface AskFacts {
  /** No other replica has been faster. */
  isDue: boolean;
  isAskedBefore: boolean;
  isRated: boolean;
  isBanned: boolean;
  teamMessages: number;
}

/** The only writer of `survey_ask`. */
export class SurveyAsks {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Projects with enabled surveys, and these in their order. */
  async enabled(): Promise<Map<string, Survey[]>> {
    const rows = await this.#db.query<{ projectId: string; id: string; record: SurveyRecord }>(enabledSurveys);
    const projects = new Map<string, Survey[]>();
    for (const { projectId, ...row } of rows)
      projects.set(projectId, [...(projects.get(projectId) ?? []), surveyOf(row)]);
    return projects;
  }

  async choose(
    projectId: string,
    { id: survey, delay }: Survey,
    closing: { id: string; request: string; lead: string; at: Date },
  ): Promise<void> {
    const { id, request, lead, at } = closing;
    await this.#db.query(chooseSurvey, [projectId, request, id, survey, lead, at, delay]);
  }

  /** An action asks for one about a closing: in place of one that was chosen and not asked yet, and at most one for each closing. */
  async want(
    projectId: string,
    { survey, closedAt, request, lead }: { survey: string; closedAt: Date; request: string; lead: string },
  ): Promise<void> {
    const closing = `${wantedPrefix}${closedAt.getTime()}`;
    await this.#db.query(wantSurvey, [projectId, request, closing, survey, lead, closedAt]);
  }

  /** By the database's clock, the longest due first. @param without closings that failed in this round */
  due(without: readonly string[]): Promise<DueSurvey[]> {
    return this.#db.query<DueSurvey>(dueSurveys, [without]);
  }

  /** Closings of one lead wait for each other until the transaction ends, so that one of them is asked about. */
  async lockLead({ projectId, lead }: DueSurvey): Promise<void> {
    await this.#db.query(lockLead, [`${projectId} ${lead}`]);
  }

  async facts(
    { projectId, request, lead, closing }: DueSurvey,
    { cooldown, min_team_messages }: SurveyRecord,
  ): Promise<AskFacts> {
    const values = [projectId, request, lead, cooldown, min_team_messages, closing];
    const [facts] = await this.#db.query<AskFacts>(askFacts, values);
    if (!facts) throw new Error('The facts of a survey were not read.');
    return facts;
  }

  /** It is due no longer: asked with this token, or not asked. */
  async settle(due: ClosingKey, sent?: { token: string; at: Date; expiresAt: Date; asked: Asked }): Promise<void> {
    const { projectId, request, closing } = due;
    const asked = sent ? [sent.at, sent.expiresAt, sent.token, JSON.stringify(sent.asked)] : [null, null, null, null];
    await this.#db.query(settleSurvey, [projectId, request, closing, ...asked]);
  }

  /** What a link leads to, until it expires. */
  async byToken(projectId: string, token: string): Promise<AskedSurvey | undefined> {
    const [row] = await this.#db.query<AskedSurvey>(surveyByToken, [projectId, token]);
    return row;
  }

  async forgetOld(): Promise<void> {
    await this.#db.query(forgetSurveys);
  }
}

const enabledSurveys = {
  name: 'surveys_enabled',
  text: `select s.id_project as "projectId", s.id, s.record from survey s where (s.record->'enabled')::boolean
    order by s.id_project, s.position, s.record->>'name', s.id`,
};
const chooseSurvey = {
  name: 'survey_choose',
  text: `insert into survey_ask (id_project, request, closing, survey, lead, closed_at, due_at)
    select $1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + $7::bigint * interval '1 millisecond'
    where not exists (select from survey_ask a where a.id_project = $1 and a.request = $2 and a.closed_at = $6) on conflict do nothing`,
};
const wantSurvey = {
  name: 'survey_want',
  text: `with chosen as (update survey_ask a set due_at = null
      where a.id_project = $1 and a.request = $2 and a.closed_at = $6 and a.due_at is not null and a.closing <> $3)
    insert into survey_ask (id_project, request, closing, survey, lead, closed_at, due_at)
    select $1, $2, $3, $4, $5, $6::timestamptz, clock_timestamp()
    where not exists (select from survey_ask a where a.id_project = $1 and a.request = $2 and a.closed_at = $6 and a.asked_at is not null)
    on conflict do nothing`,
};
const batch = 200;
const dueSurveys = {
  name: 'surveys_due',
  text: `select d.id_project as "projectId", d.request, r.request_id as "requestId", d.closing, d.survey, d.lead,
      d.closed_at as "closedAt", s.record
    from (select * from survey_ask a where a.due_at <= clock_timestamp() and a.closing <> all ($1) order by a.due_at limit ${batch}) d
    left join request r on r.id_project = d.id_project and r.id = d.request
    left join survey s on s.id_project = d.id_project and s.id = d.survey order by d.due_at`,
};
const lockLead = {
  name: 'survey_ask_lock',
  text: `select pg_advisory_xact_lock(hashtext('survey_ask'), hashtext($1))`,
};
const askFacts = {
  name: 'survey_facts',
  text: `select exists (select from survey_ask a
      where a.id_project = $1 and a.request = $2 and a.closing = $6 and a.due_at is not null) as "isDue",
    exists (select from survey_ask a where a.id_project = $1 and a.lead = $3
      and a.asked_at > clock_timestamp() - $4::bigint * interval '1 millisecond') as "isAskedBefore",
    exists (select from request_history h where h.id_project = $1 and h.request = $2 and h.event = 'request.rated'
      and h.seq > coalesce((select max(o.seq) from request_history o
        where o.id_project = $1 and o.request = $2 and o.event = 'request.reopened'), 0)) as "isRated",
    exists (select from request r join copy_project p on p.id_project = r.id_project
      where r.id_project = $1 and r.id = $2 and p.record->'banned' ? r.requester) as "isBanned",
    (select count(*)::int from (select from request r join message m on m.id_project = r.id_project and m.request = r.id
      where r.id_project = $1 and r.id = $2 and m.audience = 'all' and not m.imported and m.sender not in (r.requester, 'system')
        and m.sender not like 'bot\\_%' limit $5) m) as "teamMessages"`,
};
const settleSurvey = {
  name: 'survey_settle',
  text: `update survey_ask a set due_at = null, asked_at = $4, expires_at = $5, token = $6, asked = $7
    where a.id_project = $1 and a.request = $2 and a.closing = $3 and a.due_at is not null`,
};
const surveyByToken = {
  name: 'survey_by_token',
  text: `select a.id_project as "projectId", r.request_id as "requestId", r.requester, r.language,
      a.asked->>'ask' as ask, (a.asked->'comment')::boolean as comment, r.survey ? 'answered_at' as answered
    from survey_ask a join request r on r.id_project = a.id_project and r.id = a.request
    where a.id_project = $1 and a.token = $2 and a.expires_at > clock_timestamp()`,
};
/** Longer than any cooldown and any expiry. */
const forgetSurveys = {
  name: 'survey_forget',
  text: `delete from survey_ask a where a.closed_at < clock_timestamp() - interval '800 days'`,
};
