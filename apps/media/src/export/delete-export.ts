import type { exportApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './export.ts';

type DeleteExport = Operation<typeof exportApi.deleteExport, Context>;

export const deleteExport: DeleteExport = async (context, _actor, { id_project, export: id }) =>
  viewOf(await context.exports.remove(id_project, id));
