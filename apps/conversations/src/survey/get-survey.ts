import type { surveyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type GetSurvey = Operation<typeof surveyApi.getSurvey, Context>;

export const getSurvey: GetSurvey = async (context, actor, { id_project, survey_id }) => {
  const survey = await context.surveys.get(id_project, survey_id, readerOfRecords(actor));
  return context.references.markedOne(id_project, survey);
};
