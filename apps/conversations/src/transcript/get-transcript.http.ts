import type { transcriptApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { writeTranscript } from './write-transcript.ts';

type GetTranscript = RawOperation<typeof transcriptApi.getTranscript, Context>;

export const getTranscript: GetTranscript = async (context, actor, input, raw) => {
  const source = await context.transcripts.find(actor, input.id_project, input.request_id);
  return writeTranscript(context, raw, source, input);
};
