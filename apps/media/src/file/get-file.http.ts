import type { fileApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { sendFile } from './send-file.ts';

type GetFile = RawOperation<typeof fileApi.getFile, Context>;

export const getFile: GetFile = (context, actor, input, raw) => sendFile(context, actor, raw, input);
