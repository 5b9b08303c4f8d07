import type { surveyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type DeleteSurvey = Operation<typeof surveyApi.deleteSurvey, Context>;

export const deleteSurvey: DeleteSurvey = (context, actor, { id_project, survey_id }) =>
  context.surveys.remove(id_project, survey_id, readerOfRecords(actor), () => undefined);
