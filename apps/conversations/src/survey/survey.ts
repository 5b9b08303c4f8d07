import type { InputOf, SurveyView, surveyApi } from '@parley/contracts';

import type { Conditions } from '../condition/evaluate.ts';
import type { OwnedRow } from '../owned/owned-records.repository.ts';

type Place = '_id' | 'id' | '__v' | 'id_project' | 'position' | 'broken';

/** What a survey stores besides its place; `since`: events up to this number were there before it was enabled. */
export type SurveyRecord = Omit<SurveyView, Place> & { since: number };
export type SurveyRow = OwnedRow<SurveyRecord>;

/** An enabled survey. */
export interface Survey extends Conditions, Pick<SurveyRecord, 'since' | 'delay' | 'on_auto_close'> {
  id: string;
}

export function surveyOf({ id, record }: Pick<SurveyRow, 'id' | 'record'>): Survey {
  const { since, delay, on_auto_close, match, filters } = record;
  // Checked when it was written.
  return { id, since, delay, on_auto_close, match, filters: filters as Conditions['filters'] };
}

export function viewSurvey(projectId: string, { id, version, position, record }: SurveyRow): SurveyView {
  const { since: _since, ...shown } = record;
  return { _id: id, id, __v: version, id_project: projectId, position, ...shown };
}

const dayMs = 86_400_000;

export function newSurvey(
  body: InputOf<typeof surveyApi.createSurvey>,
  createdBy: string,
  at: string,
  since: number,
): SurveyRecord {
  const { name, enabled = false, match = 'all', filters = [], delay = 0, ask = '', comment = true } = body;
  const { on_auto_close = false, min_team_messages = 1, cooldown = dayMs, expires = 14 * dayMs } = body;
  return {
    ...{ createdAt: at, updatedAt: at, createdBy, name, enabled, match, filters, delay, ask, comment },
    ...{ on_auto_close, min_team_messages, cooldown, expires, since },
  };
}

/** What is absent stays. @param since where the outbox ends, for one that is enabled now */
export function changedSurvey(row: SurveyRow, body: InputOf<typeof surveyApi.updateSurvey>, since: number): SurveyRow {
  const { name, enabled, match, filters, delay, ask, comment, on_auto_close, min_team_messages } = body;
  const { cooldown, expires, position } = body;
  const sent = {
    ...{ name, enabled, match, filters, delay, ask, comment, on_auto_close, min_team_messages, cooldown, expires },
    ...(enabled && !row.record.enabled && { since }),
  };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return { ...row, ...(position !== undefined && { position }), record: { ...row.record, ...given } };
}
