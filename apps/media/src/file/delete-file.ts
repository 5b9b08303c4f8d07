import type { fileApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { removeFor } from './delete-rights.ts';

type DeleteFile = Operation<typeof fileApi.deleteFile, Context>;

export const deleteFile: DeleteFile = async (context, actor, { path }) => {
  const file = await removeFor(context, actor, path);
  return { message: 'File deleted successfully', filename: file.path };
};
