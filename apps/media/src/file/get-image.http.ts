import type { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { sendFile } from './send-file.ts';

type GetImage = RawOperation<typeof fileApi.getImage, Context>;

export const getImage: GetImage = (context, actor, input, raw) =>
  sendFile(context, actor, raw, { ...input, onlyImages: true });
