import { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { acceptUpload } from '../upload/accept-upload.ts';
import { placeAtRoot } from '../upload/upload-spec.ts';
import { chatExpiry } from './retention.ts';

type UploadFile = RawOperation<typeof fileApi.uploadFile, Context>;

export const uploadFile: UploadFile = async (context, actor, { id_project }, raw) => {
  return acceptUpload(context, raw, {
    ...(await placeAtRoot(context, actor, id_project)),
    endpoint: fileApi.uploadFile,
    // The misspelling is part of the contract: clients compare it.
    message: 'File uploded successfully',
    kind: 'file',
    limitBytes: context.config.MEDIA_FILE_BYTES,
    onlyImages: false,
    expiresAt: chatExpiry(context.config),
  });
};
