import type { fileApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { removeFor } from './delete-rights.ts';

type DeleteImage = Operation<typeof fileApi.deleteImage, Context>;

export const deleteImage: DeleteImage = async (context, actor, { path }) => {
  const file = await removeFor(context, actor, path);
  return { message: 'Image deleted successfully', filename: file.path };
};
