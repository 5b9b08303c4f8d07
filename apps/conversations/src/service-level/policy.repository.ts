import {
  commonErrors,
  type DomainEvent,
  maxSlaPolicies,
  policyCreated,
  policyDeleted,
  policyUpdated,
  requestErrors,
  type SlaPolicyView,
} from '@parley/contracts';
import { checkIfMatch, newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { AutomationConfigs } from './automation-config.repository.ts';
import { enqueueJudgement, type Judgement } from './judgement.ts';
import { type PolicyRecord, type PolicyRow, viewPolicy } from './policy.ts';

/** The only writer of `sla_policy`. Every change is a new version of the project's policies. */
export class PolicyRepository {
  readonly #db: Database;
  readonly #configs: AutomationConfigs;

  constructor(db: Database, configs: AutomationConfigs) {
    this.#db = db;
    this.#configs = configs;
  }

  async list(projectId: string): Promise<SlaPolicyView[]> {
    const rows = await this.#db.query<PolicyRow>(allPolicies, [projectId]);
    return rows.map((row) => viewPolicy(projectId, row));
  }

  /** @throws policy_not_found */
  async get(projectId: string, id: string): Promise<SlaPolicyView> {
    const [row] = await this.#db.query<PolicyRow>(onePolicy, [projectId, id]);
    if (!row) throw requestErrors.policy_not_found();
    return viewPolicy(projectId, row);
  }

  /** Puts a policy behind the others. @param judged open requests are judged again @throws limit_reached */
  create(projectId: string, makeRecord: (at: string) => PolicyRecord, judged: boolean): Promise<SlaPolicyView> {
    return this.#changed(projectId, judged ? { why: 'policy_updated' } : undefined, async (present, at) => {
      if (present.length >= maxSlaPolicies) throw commonErrors.limit_reached({ limit: maxSlaPolicies });
      const position = (present.at(-1)?.position ?? -1) + 1;
      const row = { id: newId(), version: 0, position, record: makeRecord(at) };
      await this.#db.query(insertPolicy, [projectId, row.id, row.position, JSON.stringify(row.record)]);
      const policy = viewPolicy(projectId, row);
      return { policy, event: policyCreated({ policy }) };
    });
  }

  /** @throws policy_not_found, version_mismatch */
  update(
    projectId: string,
    id: string,
    decide: (record: PolicyRecord) => PolicyRecord,
    judged: boolean,
  ): Promise<SlaPolicyView> {
    return this.#changed(projectId, judged ? { why: 'policy_updated' } : undefined, async (present, at) => {
      const current = present.find((row) => row.id === id);
      if (!current) throw requestErrors.policy_not_found();
      checkIfMatch(current.version);
      const decided = decide(current.record);
      const changes = Object.keys(decided).filter(
        (name) => JSON.stringify(Reflect.get(decided, name)) !== JSON.stringify(Reflect.get(current.record, name)),
      );
      if (changes.length === 0) return { policy: viewPolicy(projectId, current) };
      const row = { ...current, version: current.version + 1, record: { ...decided, updatedAt: at } };
      await this.#db.query(updatePolicy, [projectId, id, row.version, JSON.stringify(row.record)]);
      const policy = viewPolicy(projectId, row);
      return { policy, event: policyUpdated({ policy, changes }) };
    });
  }

  /** Its clocks end as cancelled. @throws policy_not_found, version_mismatch */
  remove(projectId: string, id: string): Promise<SlaPolicyView> {
    return this.#changed(projectId, { why: 'policy_deleted', policy: id }, async (present) => {
      const current = present.find((row) => row.id === id);
      if (!current) throw requestErrors.policy_not_found();
      checkIfMatch(current.version);
      await this.#db.query(deletePolicy, [projectId, id]);
      const policy = viewPolicy(projectId, { ...current, version: current.version + 1 });
      return { policy, event: policyDeleted({ policy }) };
    });
  }

  /** @throws order_stale unless it names exactly the present ones */
  async order(projectId: string, ids: readonly string[]): Promise<SlaPolicyView[]> {
    await this.#db.transaction(async () => {
      await this.#configs.advance(projectId);
      const present = await this.#db.query<PolicyRow>(allPolicies, [projectId]);
      const isExact = ids.length === present.length && present.every(({ id }) => ids.includes(id));
      if (!isExact) throw requestErrors.order_stale();
      await this.#db.query(orderPolicies, [projectId, ids]);
    });
    return this.list(projectId);
  }

  /** Serialises the changes of a project's policies by the row of its version. */
  #changed(
    projectId: string,
    judgement: Judgement | undefined,
    change: (present: PolicyRow[], at: string) => Promise<{ policy: SlaPolicyView; event?: DomainEvent }>,
  ): Promise<SlaPolicyView> {
    return this.#db.transaction(async () => {
      const version = await this.#configs.advance(projectId);
      const [{ now } = { now: new Date() }] = await this.#db.query<{ now: Date }>('select clock_timestamp() as now');
      const { policy, event } = await change(
        await this.#db.query<PolicyRow>(allPolicies, [projectId]),
        now.toISOString(),
      );
      if (!event) return policy;
      await announce(this.#db, { projectId, noun: 'policy', id: policy._id, version: policy.__v }, [event]);
      if (judgement) await enqueueJudgement(this.#db, projectId, version, judgement);
      return policy;
    });
  }
}

const columns = 'p.id, p.version, p.position, p.record';
const allPolicies = {
  name: 'sla_policies',
  text: `select ${columns} from sla_policy p where p.id_project = $1 order by p.position, p.id`,
};
const onePolicy = {
  name: 'sla_policy',
  text: `select ${columns} from sla_policy p where p.id_project = $1 and p.id = $2`,
};
const insertPolicy = {
  name: 'sla_policy_insert',
  text: 'insert into sla_policy (id_project, id, position, record) values ($1, $2, $3, $4)',
};
const updatePolicy = {
  name: 'sla_policy_update',
  text: 'update sla_policy set version = $3, record = $4 where id_project = $1 and id = $2',
};
const deletePolicy = { name: 'sla_policy_delete', text: 'delete from sla_policy where id_project = $1 and id = $2' };
const orderPolicies = {
  name: 'sla_policies_order',
  text: `update sla_policy p set position = o.place, version = p.version + (p.position <> o.place)::int
    from unnest($2::text[]) with ordinality o (id, place) where p.id_project = $1 and p.id = o.id`,
};
