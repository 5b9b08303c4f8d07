import { createHash } from 'node:crypto';

import type { Activity } from '../activity/activity.ts';

/** What a project's first link follows. */
export const chainStart = Buffer.alloc(32);

/** One version of one activity, in the order in which they were recorded. */
export interface ChainLink {
  seq: number;
  /** Of the activity. */
  activity: string;
  createdAt: Date;
  /** Of the salt and the content. */
  digest: Buffer;
  hash: Buffer;
}

/** The content that a digest covers. */
export type ChainedContent = Pick<Activity, 'id' | 'createdAt' | 'verb' | 'actor' | 'actionObj' | 'target' | 'related'>;

/** A fault that a verification finds; `seq` of the link, or the id of an activity without one. */
export interface ChainFault {
  seq?: number;
  activity: string;
  fault: 'link_changed' | 'link_missing' | 'activity_changed' | 'activity_missing' | 'activity_unknown';
}

/** The salt keeps the digest of erased content from being guessed: it is destroyed with the content. */
export function digestOf(
  salt: Buffer,
  { id, createdAt, verb, actor, actionObj, target, related }: ChainedContent,
): Buffer {
  const content = canonical({ id, createdAt: createdAt.toISOString(), verb, actor, actionObj, target, related });
  return createHash('sha256').update(salt).update(content).digest();
}

export function hashOf(previous: Buffer, { seq, activity, createdAt, digest }: Omit<ChainLink, 'hash'>): Buffer {
  const line = `${seq}\n${activity}\n${createdAt.toISOString()}\n`;
  return createHash('sha256').update(previous).update(line).update(digest).digest();
}

/** The link after `previous`. */
export function nextLink(
  previous: { seq: number; hash: Buffer },
  salt: Buffer,
  content: ChainedContent,
): ChainLink & { salt: Buffer } {
  const link = {
    seq: previous.seq + 1,
    activity: content.id,
    createdAt: content.createdAt,
    digest: digestOf(salt, content),
  };
  return { ...link, salt, hash: hashOf(previous.hash, link) };
}

/** Whether links follow each other, each with the hash that its place and members make. */
export function brokenLinks(previous: { seq: number; hash: Buffer }, links: readonly ChainLink[]): ChainFault[] {
  const faults: ChainFault[] = [];
  let before = previous;
  for (const link of links) {
    const { seq, activity, hash } = link;
    if (seq !== before.seq + 1) faults.push({ seq, activity, fault: 'link_missing' });
    else if (!hashOf(before.hash, link).equals(hash)) faults.push({ seq, activity, fault: 'link_changed' });
    before = link;
  }
  return faults;
}

/** JSON with sorted keys: the same content has the same text, whatever order it is stored in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
