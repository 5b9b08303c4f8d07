import type { InputOf, MacroView, macroApi } from '@parley/contracts';

import type { OwnedRow } from '../owned/owned-records.repository.ts';

/** What a macro stores besides who sees it, and where. */
export type MacroRecord = Pick<
  MacroView,
  'createdAt' | 'updatedAt' | 'createdBy' | 'name' | 'description' | 'actions' | 'departments'
>;

export type MacroRow = OwnedRow<MacroRecord>;

export function viewMacro(projectId: string, { id, version, shared, position, record }: MacroRow): MacroView {
  const visibility = shared ? 'shared' : 'personal';
  return { _id: id, id, __v: version, id_project: projectId, position, visibility, ...record };
}

export function newMacro(
  { name, actions, description, departments = [] }: InputOf<typeof macroApi.createMacro>,
  createdBy: string,
  at: string,
): MacroRecord {
  return { createdAt: at, updatedAt: at, createdBy, name, actions, departments, ...(description && { description }) };
}

/** What is absent stays. */
export function changedMacro(
  row: MacroRow,
  { name, actions, description, departments, visibility, position }: InputOf<typeof macroApi.updateMacro>,
): MacroRow {
  const sent = { name, actions, description, departments };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return {
    ...row,
    ...(visibility !== undefined && { shared: visibility === 'shared' }),
    ...(position !== undefined && { position }),
    record: { ...row.record, ...given },
  };
}
