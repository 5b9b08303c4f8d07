import { AppError, type TeammateView } from '@parley/contracts';
import { archiveKinds } from '@parley/contracts/archive';
import { serveTransfer, type TransferKind } from '@parley/service-kit/transfer';

import type { Context } from '../context.ts';
import { keepProject } from '../project/keep-project.ts';
import { factOf, isVisitor } from '../visitor/visitor-fact.ts';

const activityKind: TransferKind = {
  kind: 'activity',
  schema: archiveKinds.activity.schema,
  table: 'activity',
  columns: {
    ...{ _id: 'id', createdAt: 'created_at', verb: 'verb', actor: 'actor', actionObj: 'action_obj' },
    ...{ target: 'target', related: 'related', agents: 'agents' },
  },
  async store(db, projectId, records) {
    const ids = records.map(({ record }) => record._id);
    await db.query(
      `insert into activity_agent (id_project, agent, created_at, id, verb)
       select distinct a.id_project, g.agent, a.created_at, a.id, a.verb from activity a, unnest(a.agents) g (agent)
       where a.id_project = $1 and a.id = any($2)`,
      [projectId, ids],
    );
  },
};

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: () => [activityKind],

  async keep(context, projectId, copies) {
    for (const { kind, version, recordJson } of copies) {
      const record = JSON.parse(recordJson);
      if (kind === 'project') await keepProject(context, { idproject: projectId, data: { project: record } });
      if (kind === 'membership' && isVisitor(record)) {
        const visitor = record as TeammateView;
        await context.visitors.keep(factOf(visitor, version, new Date(visitor.updatedAt), visitor.trashed === true));
      }
    }
  },

  // Figures are made of the records of the conversations service, at their own times.
  async activated({ reconciliations }, projectId) {
    const whole = { projectId, isRepair: true, isNightly: false, zone: 'UTC', from: new Date(0), until: new Date() };
    await reconciliations.start(whole).catch((error: unknown) => {
      if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
    });
  },
});
