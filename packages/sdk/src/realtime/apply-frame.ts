import type { Frame } from './types.ts';

/** Members that identify records, compare their versions, and order them. */
interface Known {
  _id: string;
  request_id?: string;
  __v?: number;
  seq?: number;
  createdAt?: string;
  last_message_at?: string;
  read?: object;
}

/**
 * The records after a frame: `records` itself if the frame contains nothing new. Frames may be repeated, late, or out of order.
 * Messages are ordered by `seq`, other records by their last message or creation, newest first.
 */
export function applyFrame<Item extends object>(
  records: readonly Item[],
  frame: Pick<Frame, 'method' | 'message' | 'version'>,
): readonly Item[] {
  const { method, version } = frame;
  const next = frame.message as Item & Known;
  const all = records as readonly (Item & Known)[];
  if (method === 'READ' || method === 'MENTION') return applyPosition(all, method, next);

  const known = all.find(({ _id }) => _id === next._id);
  const deletions = deletionsOf(records);
  if (method === 'DELETE') {
    const at = version ?? known?.__v;
    // Without a version, a deleted record that is unknown may come back.
    if (at === undefined || (known?.__v ?? 0) > at || (deletions.get(next._id) ?? -1) >= at) return records;
    return withDeletions(without(all, next._id), new Map([...deletions, [next._id, at]]));
  }
  if (known ? !isNewer(next, known) : (deletions.get(next._id) ?? -1) >= (next.__v ?? 0)) return records;
  // The row form of a frame omits the reader's own members.
  const read = next.read ?? known?.read;
  return withDeletions(place(without(all, next._id), { ...next, ...(read && { read }) }), deletions);
}

/** The reader's position in a request, and that they were mentioned. */
function applyPosition<Item extends object>(
  records: readonly (Item & Known)[],
  method: 'READ' | 'MENTION',
  { request_id, ...position }: Known,
): readonly Item[] {
  return records.map((record) => {
    if (record.request_id !== request_id) return record;
    return { ...record, read: method === 'READ' ? position : { ...record.read, mentioned: true } };
  });
}

function isNewer(next: Known, known: Known): boolean {
  const [version, knownVersion] = [next.__v ?? 0, known.__v ?? 0];
  if (version !== knownVersion) return version > knownVersion;
  return (next.last_message_at ?? '') > (known.last_message_at ?? '');
}

function without<Item extends Known>(records: readonly Item[], id: string): Item[] {
  return records.filter(({ _id }) => _id !== id);
}

function place<Item extends Known>(records: readonly Item[], next: Item): Item[] {
  const at = records.findIndex((record) => isBefore(next, record));
  const end = at < 0 ? records.length : at;
  return [...records.slice(0, end), next, ...records.slice(end)];
}

function isBefore(one: Known, other: Known): boolean {
  if (one.seq !== undefined) return one.seq < (other.seq ?? 0);
  const [time, otherTime] = [
    one.last_message_at ?? one.createdAt ?? '',
    other.last_message_at ?? other.createdAt ?? '',
  ];
  return time === otherTime ? one._id > other._id : time > otherTime;
}

/** Versions at which records were deleted, kept beside a list: a late frame must not bring one back. */
const deletionsBeside = new WeakMap<readonly object[], ReadonlyMap<string, number>>();
const none: ReadonlyMap<string, number> = new Map();

function deletionsOf(records: readonly object[]): ReadonlyMap<string, number> {
  return deletionsBeside.get(records) ?? none;
}

function withDeletions<Item extends object>(records: Item[], deletions: ReadonlyMap<string, number>): Item[] {
  if (deletions.size > 0) deletionsBeside.set(records, deletions);
  return records;
}
