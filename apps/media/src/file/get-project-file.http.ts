import type { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { sendFile } from './send-file.ts';

type GetProjectFile = RawOperation<typeof fileApi.getProjectFile, Context>;

export const getProjectFile: GetProjectFile = (context, actor, { id_project, ...input }, raw) =>
  sendFile(context, actor, raw, { ...input, projectId: id_project });
