import type { Frame } from '@parley/sdk/realtime';

import type { NotificationKind } from '../app/notification-settings.ts';
import type { InboxRow } from '../inbox/row.ts';

/** Something that a person may want to be called for. */
export interface Notice {
  kind: NotificationKind;
  requestId: string;
  /** The contact; of mentions, who mentioned. */
  name: string;
  text: string;
}

/** A row, or what a `MENTION` frame says. */
type NoticeFrame = Pick<Frame, 'method'> & {
  message: Partial<InboxRow> & { request_id: string; by?: { _id: string; fullname?: string }; text?: string };
};

interface NoticesOptions {
  /** User id of the person at work. */
  me: string;
  now(): number;
  /** The person changed it themselves a moment ago. */
  isOwnChange(requestId: string): boolean;
  notify(notice: Notice): void;
  /** Several that are old already. */
  summarise(count: number): void;
  /** Runs work after a delay. @returns what cancels it */
  later(work: () => void, delayMs: number): () => void;
}

/** What is older came after a gap, and is summed up. */
const freshMs = 60_000;
const summaryAfterMs = 1000;
const maxKnown = 2000;

interface Known {
  isMine: boolean;
  isWaiting: boolean;
  seq: number;
}

/** Finds in the frames of the inbox what the person may want to be called for, each thing once. Source: contract 80 section 6.7. */
export class Notices {
  readonly #options: NoticesOptions;
  readonly #since: number;
  readonly #known = new Map<string, Known>();
  readonly #late = new Set<string>();
  #cancelSummary: (() => void) | undefined;

  constructor(options: NoticesOptions) {
    this.#options = options;
    this.#since = options.now();
  }

  take({ method, message }: NoticeFrame): void {
    if (method === 'MENTION') this.#takeMention(message);
    else if (method === 'CREATE' || method === 'UPDATE') this.#takeRow(message as InboxRow);
  }

  close(): void {
    this.#cancelSummary?.();
  }

  #takeMention({ request_id: requestId, by, text = '' }: NoticeFrame['message']): void {
    if (by?._id === this.#options.me) return;
    this.#options.notify({ kind: 'mention', requestId, name: by?.fullname ?? '', text });
  }

  #takeRow(row: InboxRow): void {
    const { me, isOwnChange } = this.#options;
    const before = this.#known.get(row.request_id);
    const isMine = row.participants?.includes(me) === true;
    const isWaiting = row.status === 100;
    const { last_message: last } = row;
    this.#remember(row.request_id, { isMine, isWaiting, seq: Math.max(last?.seq ?? 0, before?.seq ?? 0) });
    const isNews = (was: boolean | undefined, at: string | undefined) =>
      was === undefined ? Date.parse(at ?? '') > this.#since : !was;
    const isByRequester = last?.from === 'requester' && last.seq > (before?.seq ?? 0);
    const about = { requestId: row.request_id, name: row.lead?.fullname || row.lead?.email || `#${row.ticket_id}` };
    const text = last?.text ?? row.first_text ?? '';
    if (isMine && isNews(before?.isMine, row.assigned_at) && !isOwnChange(row.request_id))
      this.#report({ kind: 'assigned', ...about, text }, row.assigned_at ?? row.updatedAt);
    else if (isMine && isByRequester && isNews(before ? false : undefined, last.createdAt))
      this.#report({ kind: 'message', ...about, text }, last.createdAt);
    else if (isWaiting && isNews(before?.isWaiting, row.createdAt))
      this.#report({ kind: 'waiting', ...about, text }, before ? row.updatedAt : row.createdAt);
  }

  #report(notice: Notice, at: string): void {
    if (this.#options.now() - Date.parse(at) <= freshMs) {
      this.#options.notify(notice);
      return;
    }
    this.#late.add(notice.requestId);
    this.#cancelSummary ??= this.#options.later(() => {
      this.#cancelSummary = undefined;
      this.#options.summarise(this.#late.size);
      this.#late.clear();
    }, summaryAfterMs);
  }

  #remember(requestId: string, known: Known): void {
    this.#known.delete(requestId);
    this.#known.set(requestId, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}
