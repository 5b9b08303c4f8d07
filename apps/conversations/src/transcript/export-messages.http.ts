import type { transcriptApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { writeTranscript } from './write-transcript.ts';

type ExportMessages = RawOperation<typeof transcriptApi.exportMessages, Context>;

export const exportMessages: ExportMessages = async (context, actor, input, raw) => {
  const source = await context.transcripts.find(actor, input.id_project, input.request_id);
  return writeTranscript(context, raw, source, { format: 'csv', timezone: input.timezone });
};
