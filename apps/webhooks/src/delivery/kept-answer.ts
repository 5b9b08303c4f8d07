import type { OutboundAnswer } from '@parley/outbound';

import type { Outcome } from './delivery-queue.repository.ts';

const keptBytes = 4_096;

/** The part of a receiver's answer that the ledger stores: its beginning, with echoed secrets masked. */
export function keptAnswer(answer: OutboundAnswer, hidden: readonly string[]): Outcome {
  const { outcome, status, durationMs, headers, body } = answer;
  const hide = (text: string) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  const headersText = hide(JSON.stringify(headers));
  return {
    ...{ outcome, durationMs, retryAfter: headers['retry-after'] },
    ...(status !== undefined && { status }),
    headers: headersText.length <= keptBytes ? (JSON.parse(headersText) as Record<string, unknown>) : {},
    body: beginning(hide(body.toString('utf8'))),
  };
}

/** Truncates to the stored size, at a character boundary, without characters that PostgreSQL rejects. */
function beginning(text: string): string {
  const bytes = Buffer.from(text.replaceAll('\u0000', '\uFFFD').toWellFormed(), 'utf8').subarray(0, keptBytes);
  return bytes.toString('utf8').replace(/\uFFFD+$/, '');
}
