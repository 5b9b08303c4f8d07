import type { fileApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { removeFor } from './delete-rights.ts';

type DeleteProjectFile = Operation<typeof fileApi.deleteProjectFile, Context>;

export const deleteProjectFile: DeleteProjectFile = async (context, actor, { id_project, path }) => {
  const file = await removeFor(context, actor, path, id_project);
  return { message: 'File deleted successfully', filename: file.path };
};
