import type {
  BotInEvent,
  CannedResponseView,
  HolidayView,
  LeadRecordView,
  ProjectView,
  SegmentView,
  TeammateView,
} from '@parley/contracts';
import type { Copy } from '@parley/proto-gen/transfer/v1/transfer';
import { holidayOf } from '@parley/service-kit/hours';
import { serveTransfer } from '@parley/service-kit/transfer';

import { copiedSegment } from '../condition/surroundings.ts';
import type { Context } from '../context.ts';
import { copiedCanned } from '../read-models/canned-copy.ts';
import { copiedOf } from '../read-models/keep-project.ts';
import { clockKind, conversationKinds, scheduledKind } from './conversation-kinds.ts';
import { finishImport } from './import.statements.ts';
import { loadWithRequest } from './load-with-request.ts';

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: () => conversationKinds,

  load: {
    scheduled: ({ db }, batch) => loadWithRequest(db, scheduledKind, batch),
    clock: ({ db }, batch) => loadWithRequest(db, clockKind, batch),
  },

  async finish({ db }, projectId) {
    for (const statement of finishImport) await db.query(statement, [projectId]);
  },

  async keep(context, projectId, copies) {
    for (const copy of copies) await keep(context, projectId, copy);
  },

  activate: ({ rules }, projectId) => rules.startAll(projectId),

  activated: async ({ queue }, projectId) => queue.wakeAfterCommit(projectId),
});

/** As the events of these records would, without the notices to those who follow a feed: there are none. */
async function keep(context: Context, projectId: string, { kind, id, version, recordJson }: Copy): Promise<void> {
  const record: unknown = JSON.parse(recordJson);
  const copy = { projectId, id, version, record: record as object };
  switch (kind) {
    case 'membership': {
      const teammate = record as TeammateView;
      const user = typeof teammate.id_user === 'string' ? teammate.id_user : teammate.id_user?._id;
      const deleted = teammate.trashed === true;
      return context.readModels.keepTeammate({ ...copy, deleted }, user ?? teammate.uuid_user ?? '');
    }
    case 'holiday':
      return context.readModels.keepHoliday({ ...copy, deleted: false, record: holidayOf(record as HolidayView) });
    case 'group':
      return context.readModels.keepGroup({ ...copy, deleted: (record as { trashed: boolean }).trashed });
    case 'department':
      return context.readModels.keepDepartment({ ...copy, deleted: false });
    case 'bot':
      return context.readModels.keepBot({ ...copy, deleted: false, record: record as BotInEvent });
    case 'lead': {
      const { lead_id: leadId, status } = record as LeadRecordView;
      return context.leadCopies.keep({ ...copy, leadId, deleted: status === 1000 });
    }
    case 'canned':
      return context.readModels.keepCanned({ ...copy, ...copiedCanned(record as CannedResponseView) });
    case 'segment':
      return context.readModels.keepSegment({ ...copy, deleted: false, record: copiedSegment(record as SegmentView) });
    case 'project': {
      await context.readModels.keepProject({ ...copy, record: copiedOf(record as ProjectView), deleted: false });
      return context.automationConfigs.followHours(projectId);
    }
  }
}
