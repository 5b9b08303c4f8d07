import { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { acceptUpload } from '../upload/accept-upload.ts';

type UploadAsset = RawOperation<typeof fileApi.uploadAsset, Context>;

export const uploadAsset: UploadAsset = async (context, actor, input, raw) => {
  const seconds = input.expiration ?? input.expirationTime;
  return acceptUpload(context, raw, {
    ...{ uploader: actor, projectId: input.id_project },
    endpoint: fileApi.uploadAsset,
    message: 'File uploaded successfully',
    kind: 'asset',
    limitBytes: context.config.MEDIA_FILE_BYTES,
    onlyImages: false,
    expiresAt: seconds === undefined ? undefined : new Date(Date.now() + seconds * 1_000),
  });
};
