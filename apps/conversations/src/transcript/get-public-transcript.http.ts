import { requestErrors, type transcriptApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { writeTranscript } from './write-transcript.ts';

type GetPublicTranscript = RawOperation<typeof transcriptApi.getPublicTranscript, Context>;

/** Unguessable ids: knowing one grants access. */
const secretId = /^support-group-([0-9a-f]{24})-[0-9a-f]{32}$/;

export const getPublicTranscript: GetPublicTranscript = async (context, _actor, input, raw) => {
  const projectId = secretId.exec(input.request_id)?.[1];
  if (projectId === undefined) throw requestErrors.request_not_found();
  const source = await context.transcripts.findPublic(projectId, input.request_id);
  return writeTranscript(context, raw, source, input);
};
