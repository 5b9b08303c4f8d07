import type { activityApi } from '@parley/contracts';
import { type RawOperation, streamText } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import type { StoredLink } from './chain.repository.ts';
import { chainStart } from './chain.ts';

type ExportChain = RawOperation<typeof activityApi.exportChain, Context>;

/** Lines of JSON: what the first link follows, the links with their activities, and the head, signed by the installation. */
export const exportChain: ExportChain = async (context, _actor, { id_project, after = 0 }, raw) => {
  const headers = {
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="activities.jsonl"',
  };
  await streamText(raw, headers, lines(context, id_project, after));
  return undefined;
};

async function* lines({ chain, workspace }: Context, projectId: string, after: number): AsyncGenerator<string> {
  await chain.extend(projectId);
  const head = await chain.head(projectId);
  // First: without a signature there is no file.
  const signature = await workspace.signChain({
    id_project: projectId,
    after,
    seq: head.seq,
    hash: head.hash.toString('hex'),
    ...(head.expiredBefore && { expired_before: head.expiredBefore.toISOString() }),
  });
  const [previous] = after > 0 ? await chain.links(projectId, after - 1, 1) : [];
  const start = previous ?? { seq: 0, hash: chainStart };
  yield lineOf({ id_project: projectId, after: start.seq, previous: start.hash.toString('hex') });
  for await (const { rows } of chain.scan(projectId, start.seq + 1, head.seq)) {
    for (const link of rows) yield lineOf(exportedOf(link));
  }
  yield lineOf({ signature });
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

function exportedOf({ seq, activity, createdAt, salt, digest, hash, isSuperseded, content }: StoredLink): object {
  return {
    ...{
      seq,
      activity,
      createdAt: createdAt.toISOString(),
      digest: digest.toString('hex'),
      hash: hash.toString('hex'),
    },
    ...(salt && !isSuperseded && content && { salt: salt.toString('hex'), content }),
  };
}
