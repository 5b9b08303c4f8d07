import type { RequestRow } from '@parley/contracts';
import { type RowForm, renderRow } from './request-row.view.ts';
import type { RowRecord } from './row.columns.ts';

/** A row with what decides who gets it, all of one instant. */
export interface InboxRecord extends RowRecord {
  followers: string[];
  draft: boolean;
  preflight: boolean;
}

export const inboxColumns = 'r.followers, r.draft, r.preflight';

/** A row as frames carry it, rendered once for all subscribers of each form. */
export class InboxRow {
  readonly record: InboxRecord;
  readonly #texts = new Map<RowForm, string>();

  constructor(record: InboxRecord) {
    this.record = record;
  }

  textFor(form: RowForm): string {
    const text = this.#texts.get(form) ?? renderRow(this.record, form);
    this.#texts.set(form, text);
    return text;
  }

  get ids(): Pick<RequestRow, '_id' | 'request_id'> {
    return { _id: this.record.id, request_id: this.record.requestId };
  }
}
