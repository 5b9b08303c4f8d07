import { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { acceptUpload } from '../upload/accept-upload.ts';
import { chatExpiry } from './retention.ts';

type UploadChatFile = RawOperation<typeof fileApi.uploadChatFile, Context>;

export const uploadChatFile: UploadChatFile = async (context, actor, { id_project }, raw) => {
  return acceptUpload(context, raw, {
    ...{ uploader: actor, projectId: id_project },
    endpoint: fileApi.uploadChatFile,
    message: 'File uploaded successfully',
    kind: 'file',
    limitBytes: context.config.MEDIA_FILE_BYTES,
    onlyImages: false,
    expiresAt: chatExpiry(context.config),
  });
};
