import { type InputOf, type ViewView, validationFailed, type viewApi } from '@parley/contracts';

import type { OwnedRow } from '../owned/owned-records.repository.ts';

/** What a view stores besides its place. */
export type ViewRecord = Pick<
  ViewView,
  'createdAt' | 'updatedAt' | 'createdBy' | 'name' | 'query' | 'groups' | 'columns' | 'attributes'
>;
export type ViewRow = OwnedRow<ViewRecord>;

export function viewView(projectId: string, { id, version, shared, position, record }: ViewRow): ViewView {
  const visibility = shared ? (record.groups ? 'groups' : 'shared') : 'personal';
  return { _id: id, id, __v: version, id_project: projectId, position, visibility, ...record };
}

/** @throws validation_failed */
export function newView(body: InputOf<typeof viewApi.createView>, createdBy: string, at: string): ViewRecord {
  const { name, query, visibility = 'personal', groups, columns = [], attributes = {} } = body;
  refuseGroups(visibility, groups);
  const shown = visibility === 'groups' && groups ? { groups } : {};
  return { createdAt: at, updatedAt: at, createdBy, name, query, columns, attributes, ...shown };
}

/** What is absent stays. @throws validation_failed */
export function changedView(row: ViewRow, body: InputOf<typeof viewApi.updateView>): ViewRow {
  const { name, query, columns, attributes, visibility = viewView('', row).visibility, position } = body;
  const { groups: present, ...kept } = row.record;
  const groups = body.groups ?? (visibility === 'groups' ? present : undefined);
  refuseGroups(visibility, groups);
  const sent = { name, query, columns, attributes };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return {
    ...row,
    shared: visibility !== 'personal',
    ...(position !== undefined && { position }),
    record: { ...kept, ...given, ...(groups && { groups }) },
  };
}

function refuseGroups(visibility: ViewView['visibility'], groups: readonly string[] | undefined): void {
  if ((visibility === 'groups') === (groups !== undefined)) return;
  throw validationFailed([
    { param: 'groups', location: 'body', msg: 'Belongs to the visibility groups, which needs it' },
  ]);
}
