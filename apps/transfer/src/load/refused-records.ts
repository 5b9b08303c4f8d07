import type { ArchiveKind } from '@parley/contracts/archive';

import type { ArchivedRecord } from '../archive/part-lines.ts';

/** Why a record is not stored that hangs on another one: that was refused, or is of a person who was erased. */
type Why = 'parent_missing' | 'erased';

interface Texts {
  get(key: string): string | undefined;
  set(key: string, value: string): unknown;
}

/** Records that are not stored, by the ids that others name them with. */
export class RefusedRecords {
  readonly #why: Texts;
  #isEmpty = true;

  /** @param why outside of memory where there may be many */
  constructor(why: Texts) {
    this.#why = why;
  }

  add(kind: ArchiveKind, { _id, request_id }: ArchivedRecord, why: Why = 'parent_missing'): void {
    if (!parents.has(kind)) return;
    this.#add(_id, why);
    if (why === 'erased') this.#add(request_id, why);
  }

  /** @param id of a person who was erased, or what else they were known by */
  addErased(id: unknown): void {
    this.#add(id, 'erased');
  }

  isErased(id: unknown): boolean {
    return typeof id === 'string' && this.#why.get(id) === 'erased';
  }

  /** Why a record is not sent to its owner. */
  whyNot(kind: ArchiveKind, record: ArchivedRecord): Why | undefined {
    if (this.#isEmpty) return undefined;
    if (idsNamedBy(kind, record).some((id) => this.isErased(id))) return 'erased';
    const isMissing = parentsOf(record).some((id) => typeof id === 'string' && this.#why.get(id) !== undefined);
    return isMissing ? 'parent_missing' : undefined;
  }

  #add(id: unknown, why: Why): void {
    if (typeof id !== 'string' || id === '') return;
    this.#isEmpty = false;
    this.#why.set(id, why);
  }
}

/** Kinds that others hang on. */
const parents: ReadonlySet<ArchiveKind> = new Set(['user', 'bot', 'lead', 'request', 'mailbox']);

function parentsOf({ request, id_user, id_faq_kb, lead, mailbox }: ArchivedRecord): unknown[] {
  return [request, id_user, id_faq_kb, lead, mailbox];
}

/** By which a record is one of a person: ids of the lead and of its requests, and the address, where mail is kept by it. */
function idsNamedBy(kind: ArchiveKind, record: ArchivedRecord): unknown[] {
  const { _id, uploader, subject, references = [], agents = [] } = record;
  return [
    ...(kind === 'lead' || kind === 'parameters' ? [_id] : []),
    ...parentsOf(record),
    ...[record.request_id, record.other, record._externalId, record.uuid_user],
    ...(kind === 'ban' ? [record.id] : []),
    ...(kind === 'direct_message' ? [record.sender, record.recipient] : []),
    ...(kind === 'mail' ? [record.from] : kind === 'suppression' ? [record.address] : []),
    ...[uploader, subject].map((one) => (one as { id?: unknown } | undefined)?.id),
    ...(references as { request?: unknown }[]).map(({ request }) => request),
    // Of an activity: everyone and everything that it names.
    ...(agents as unknown[]),
  ];
}
