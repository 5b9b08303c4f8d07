import { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { acceptUpload } from '../upload/accept-upload.ts';
import { photoOf } from './photo.ts';

type UploadPhoto = RawOperation<typeof fileApi.uploadPhoto, Context>;

export const uploadPhoto: UploadPhoto = async (context, actor, { bot_id, force = false }, raw) => {
  return acceptUpload(context, raw, {
    ...(await photoOf(context, actor, bot_id, { replaces: force })),
    endpoint: fileApi.uploadPhoto,
    message: 'Image uploded successfully',
  });
};
