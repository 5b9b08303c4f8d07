import type { surveyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';
import { changedSurvey } from './survey.ts';

type UpdateSurvey = Operation<typeof surveyApi.updateSurvey, Context>;

export const updateSurvey: UpdateSurvey = async (context, actor, input) => {
  const { id_project, survey_id, filters = [] } = input;
  await context.references.check(id_project, filters);
  const since = await context.ruleReader.end();
  const survey = await context.surveys.update(id_project, survey_id, readerOfRecords(actor), (row) =>
    changedSurvey(row, input, since),
  );
  return context.references.markedOne(id_project, survey);
};
