import { type Condition, type FieldFault, requestErrors } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { type NamedRecord, type Referring, recordsNamed } from './named-records.ts';

/** Stores copies of those of the records that their owners have. @throws dependency_down */
export type FetchRecords = (projectId: string, unknown: readonly NamedRecord[]) => Promise<void>;

/** Knows whether the records that conditions, actions and views name exist. */
export class References {
  readonly #db: Database;
  readonly #fetch: FetchRecords;

  constructor(db: Database, fetch: FetchRecords) {
    this.#db = db;
    this.#fetch = fetch;
  }

  /**
   * A caller may name a record before the event of its making reaches the read model.
   * @throws unknown_reference with the filters that name an unknown department, teammate, bot, segment or policy
   * @throws dependency_down when the read model lacks one of them and its owner does not answer
   */
  async check(projectId: string, filters: readonly Condition[] = []): Promise<void> {
    const named = recordsNamed({ filters });
    let unknown = await this.#unknown(projectId, named, false);
    const missing = named.filter((one) => unknown.has(keyOf(one)));
    if (missing.length > 0) {
      await this.#fetch(projectId, missing);
      unknown = await this.#unknown(projectId, named, false);
    }
    const params = new Set(named.filter((one) => unknown.has(keyOf(one))).map(({ param }) => param));
    const errors = [...params].map((param): FieldFault => {
      return { param: `${param}.value`, location: 'body', msg: 'There is no such record' };
    });
    if (errors.length > 0) throw requestErrors.unknown_reference({ errors });
  }

  /** Adds to records which of their parts name what is gone. Source: contract 25 section 2. */
  async marked<View extends Referring>(
    projectId: string,
    views: readonly View[],
  ): Promise<(View & { broken?: string[] })[]> {
    const named = views.map(recordsNamed);
    const gone = await this.#unknown(projectId, named.flat(), true);
    return views.map((view, index) => {
      const broken = [...new Set((named[index] ?? []).filter((one) => gone.has(keyOf(one))).map(({ param }) => param))];
      return broken.length > 0 ? { ...view, broken } : view;
    });
  }

  /** The same of one record. */
  async markedOne<View extends Referring>(projectId: string, view: View): Promise<View & { broken?: string[] }> {
    const [marked = view] = await this.marked(projectId, [view]);
    return marked;
  }

  /** @param lazily a segment or canned response without a copy counts as one that was never asked for */
  async #unknown(projectId: string, named: readonly NamedRecord[], lazily: boolean): Promise<ReadonlySet<string>> {
    const records = [...new Map(named.map((one) => [keyOf(one), { kind: one.kind, id: one.id }])).values()];
    if (records.length === 0) return new Set();
    const rows = await this.#db.query<Pick<NamedRecord, 'kind' | 'id'>>(unknownRecords, [
      projectId,
      JSON.stringify(records),
      lazily,
    ]);
    return new Set(rows.map(keyOf));
  }
}

const keyOf = ({ kind, id }: Pick<NamedRecord, 'kind' | 'id'>): string => `${kind} ${id}`;

const exists = (table: string, condition: string) =>
  `exists (select from ${table} c where c.id_project = $1 and ${condition})`;
const isCopied = (table: string) => exists(table, 'c.id = n.id and not c.deleted');
const isBot = exists('copy_bot', `'bot_' || c.id = n.id and not c.deleted`);
const isAnyone = `(${exists('copy_teammate', 'c.principal = n.id and not c.deleted')} or ${isCopied('copy_teammate')} or ${isBot})`;
const isFetched = (table: string) => `(${isCopied(table)} or $3 and not ${exists(table, 'c.id = n.id')})`;

const unknownRecords = {
  name: 'unknown_records',
  text: `select n.kind, n.id from json_to_recordset($2::json) as n (kind text, id text)
    where not case n.kind
      when 'department' then ${isCopied('copy_department')}
      when 'teammate' then ${isCopied('copy_teammate')}
      when 'anyone' then ${isAnyone}
      when 'people' then ${isAnyone} or ${isCopied('copy_group')}
      when 'bot' then ${isCopied('copy_bot')} or ${isBot}
      when 'group' then ${isCopied('copy_group')}
      when 'segment' then ${isFetched('copy_segment')}
      when 'canned' then ${isFetched('copy_canned')}
      when 'policy' then ${exists('sla_policy', 'c.id = n.id')}
      when 'survey' then ${exists('survey', 'c.id = n.id')}
      when 'slot' then ${exists('copy_project', `c.record->'timeSlots' ? n.id`)}
    end`,
};
