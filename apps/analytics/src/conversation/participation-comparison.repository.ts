import type { Database } from '@parley/service-kit/database';

import type { RollupDifference, RollupPeriod } from '../rollup/rollup-comparison.repository.ts';
import { differingParticipationsSql, setParticipationsWithin } from './participation.sql.ts';

/** Compares participations with the facts, and repairs them. */
export class ParticipationComparison {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  differences(period: RollupPeriod): Promise<RollupDifference[]> {
    return this.#db.query<RollupDifference>(differing, valuesOf(period));
  }

  async repair(period: RollupPeriod): Promise<void> {
    await this.#db.query(setParticipationsWithin, valuesOf(period));
  }
}

const valuesOf = ({ projectId, from, until }: RollupPeriod): unknown[] => [projectId, from, until];

const differing = {
  name: 'participations_differing',
  text: `select 'rollups.participants' as metric, json_build_object('request', request, 'participant', participant) as key,
      stored, raw
    from (${differingParticipationsSql}) differing order by request, participant`,
};
