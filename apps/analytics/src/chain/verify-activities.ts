import type { activityApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import type { ChainHead, StoredLink } from './chain.repository.ts';
import { brokenLinks, type ChainFault, chainStart, digestOf } from './chain.ts';

type VerifyActivities = Operation<typeof activityApi.verifyActivities, Context>;

/** Links that one call reads. */
const maxLinks = 5_000;
const maxFaults = 100;

/** Reads the chain from a link on, and compares it with the activities that it is about. */
export const verifyActivities: VerifyActivities = async ({ chain }, _actor, { id_project, after = 0 }) => {
  await chain.extend(id_project);
  return chain.snapshot(async () => {
    const head = await chain.head(id_project);
    const [previous] = after > 0 ? await chain.links(id_project, after - 1, 1) : [];
    const start = previous ?? { seq: 0, hash: chainStart };
    const links = await chain.links(id_project, start.seq, maxLinks);
    const last = links.at(-1) ?? start;
    const isEnd = links.length < maxLinks;
    const unknown = isEnd ? await chain.unknown(id_project, maxFaults) : [];
    const faults: ChainFault[] = [
      ...brokenLinks(start, links),
      ...links.flatMap((link) => faultOf(link, head)),
      ...(isEnd && !isHead(last, head) ? [{ seq: head.seq, activity: '', fault: 'link_missing' as const }] : []),
      ...unknown.map((activity) => ({ activity, fault: 'activity_unknown' as const })),
    ];
    return {
      valid: faults.length === 0,
      checked: links.length,
      faults: faults.slice(0, maxFaults),
      head: { seq: head.seq, hash: head.hash.toString('hex') },
      ...(!isEnd && { next: last.seq }),
    };
  });
};

function isHead(last: { seq: number; hash: Buffer }, { seq, hash }: ChainHead): boolean {
  return last.seq === seq && last.hash.equals(hash);
}

/** What is there of the activity must be what its newest link says, or have left by retention. */
function faultOf(link: StoredLink, { expiredBefore }: ChainHead): ChainFault[] {
  const { seq, activity, createdAt, salt, digest, isSuperseded, isChanging, content } = link;
  if (isSuperseded || isChanging) return [];
  if (!content) {
    const hasExpired = expiredBefore !== null && createdAt < expiredBefore;
    return hasExpired ? [] : [{ seq, activity, fault: 'activity_missing' }];
  }
  const isAsChained = salt !== null && digestOf(salt, dated(content)).equals(digest);
  return isAsChained ? [] : [{ seq, activity, fault: 'activity_changed' }];
}

/** From JSON, in which times are texts. */
function dated(content: NonNullable<StoredLink['content']>) {
  return { ...content, createdAt: new Date(content.createdAt) };
}
