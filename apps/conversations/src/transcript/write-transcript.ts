import type { TranscriptFormat } from '@parley/contracts';
import { type RawCall, streamText } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import type { TranscriptSource } from './transcript.query.repository.ts';
import { type Rendering, renderingOf } from './transcript.ts';

interface TranscriptOptions {
  format: TranscriptFormat;
  timezone?: string | undefined;
}

/** Nothing in a transcript runs in a browser, and neither caches nor search engines keep it. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

/** Streams a transcript while it is read. */
export async function writeTranscript(
  { transcripts }: Context,
  raw: RawCall,
  source: TranscriptSource,
  { format, timezone }: TranscriptOptions,
): Promise<undefined> {
  const rendering = renderingOf(format, source, timezone);
  const headers = { ...securityHeaders, 'content-type': `${rendering.type}; charset=utf-8` };
  await streamText(raw, headers, pieces(rendering, transcripts.messages(source)));
  return undefined;
}

async function* pieces({ head, line, foot }: Rendering, messages: AsyncGenerator<Parameters<Rendering['line']>[0][]>) {
  yield head;
  for await (const some of messages) yield some.map(line).join('');
  yield foot;
}
