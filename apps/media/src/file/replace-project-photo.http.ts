import { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { acceptUpload } from '../upload/accept-upload.ts';
import { photoOf } from './photo.ts';

type ReplaceProjectPhoto = RawOperation<typeof fileApi.replaceProjectPhoto, Context>;

/** POST and PUT alike: dashboards send either. */
export const replaceProjectPhoto: ReplaceProjectPhoto = async (context, actor, { id_project, bot_id }, exchange) => {
  return acceptUpload(context, exchange, {
    ...(await photoOf(context, actor, bot_id, { replaces: true, inProject: id_project })),
    endpoint: fileApi.replaceProjectPhoto,
    message: 'Image uploaded successfully',
  });
};
