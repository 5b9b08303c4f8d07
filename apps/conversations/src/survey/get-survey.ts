import type { surveyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type GetSurvey = Operation<typeof surveyApi.getSurvey, Context>;

export const getSurvey: GetSurvey = (context, actor, { id_project, survey_id }) =>
  context.surveys.get(id_project, survey_id, readerOfRecords(actor));
