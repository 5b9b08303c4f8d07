import { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { acceptUpload } from '../upload/accept-upload.ts';
import { placeAtRoot } from '../upload/upload-spec.ts';
import { chatExpiry } from './retention.ts';

type UploadImage = RawOperation<typeof fileApi.uploadImage, Context>;

export const uploadImage: UploadImage = async (context, actor, { id_project }, raw) => {
  return acceptUpload(context, raw, {
    ...(await placeAtRoot(context, actor, id_project)),
    endpoint: fileApi.uploadImage,
    // The misspelling is part of the contract: clients compare it.
    message: 'Image uploded successfully',
    kind: 'image',
    limitBytes: context.config.MEDIA_IMAGE_BYTES,
    onlyImages: true,
    expiresAt: chatExpiry(context.config),
  });
};
