import { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { acceptUpload } from '../upload/accept-upload.ts';
import { photoOf } from './photo.ts';

type ReplaceProjectPhoto = RawOperation<typeof fileApi.replaceProjectPhoto, Context>;
type Endpoint = typeof fileApi.createProjectPhoto | typeof fileApi.replaceProjectPhoto;

/** POST and PUT are equivalent: dashboards send either. */
function replacing(endpoint: Endpoint): ReplaceProjectPhoto {
  return async (context, actor, { id_project, bot_id }, raw) =>
    acceptUpload(context, raw, {
      ...(await photoOf(context, actor, bot_id, { replaces: true, inProject: id_project })),
      endpoint,
      message: 'Image uploaded successfully',
    });
}

export const createProjectPhoto = replacing(fileApi.createProjectPhoto);
export const replaceProjectPhoto = replacing(fileApi.replaceProjectPhoto);
