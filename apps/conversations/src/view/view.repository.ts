import {
  maxPersonalViews,
  maxSharedViews,
  requestErrors,
  type ViewView,
  viewCreated,
  viewDeleted,
  viewUpdated,
} from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { OwnedRecords } from '../owned/owned-records.repository.ts';
import { type ViewRecord, viewView } from './view.ts';

export type ViewRepository = OwnedRecords<ViewRecord, ViewView>;

const ofGroup = `t.record->'groups' is null or exists (select from copy_group g where g.id_project = $1
  and t.record->'groups' ? g.id and not g.deleted and g.record->'members' ? $2)`;

export function viewRepository(db: Database): ViewRepository {
  return new OwnedRecords<ViewRecord, ViewView>(db, {
    ...{ table: 'view', sharedWith: ofGroup, maxShared: maxSharedViews, maxPersonal: maxPersonalViews },
    notFound: () => requestErrors.view_not_found(),
    viewOf: viewView,
    created: (view) => viewCreated({ view }),
    updated: (view, changes) => viewUpdated({ view, changes }),
    deleted: (view) => viewDeleted({ view }),
  });
}
