import type { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { sendFile } from './send-file.ts';

type DownloadFile = RawOperation<typeof fileApi.downloadFile, Context>;

export const downloadFile: DownloadFile = (context, actor, input, raw) =>
  sendFile(context, actor, raw, { ...input, as_attachment: true });
