import { ownZone } from '@parley/sdk/browser';
import { filterParameters, type InboxFilter, judgeOf, readFilter } from './filter.ts';
import type { InboxRow } from './row.ts';

const begun = new Date(2026, 0, 5, 12);
const row: InboxRow = {
  _id: '1',
  __v: 0,
  request_id: 'r1',
  ticket_id: '12',
  status: 200,
  priority: 'hight',
  lead: { _id: 'vera', lead_id: 'l1' },
  participants: ['ada', 'bot_1'],
  department: { _id: 'sales' },
  channel: { name: 'email' },
  rating: 0,
  tags: [{ tag: 'Billing' }],
  createdAt: begun.toISOString(),
  updatedAt: begun.toISOString(),
  last_message_at: begun.toISOString(),
  messages: { seq: 1, in: 1, out: 0 },
};

const whole: InboxFilter = {
  q: 'parcel',
  tag: 'billing',
  priority: 'high',
  channel: 'email',
  department: 'sales',
  participant: 'bot_1',
  lead: 'vera',
  ticket: 12,
  from: '2026-01-05',
  until: '2026-01-31',
  rated: true,
  unread: true,
  order: 'oldest',
};

describe('readFilter', () => {
  it('reads from an address all that stood in it, whether as a word or as a value', () => {
    expect(readFilter(whole as Record<string, unknown>)).toEqual(whole);
    const words = Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, String(value)]));
    expect(readFilter(words)).toEqual(whole);
  });

  it.each<[Record<string, unknown>]>([
    [{ q: '', tag: '', department: '', participant: null, lead: {} }],
    [{ priority: 'normal', order: 'by chance' }],
    [{ ticket: 0 }],
    [{ ticket: -1 }],
    [{ ticket: 1.5 }],
    [{ ticket: 'twelve' }],
    [{ ticket: '12345678901234567890' }],
    [{ from: '2026-02-30' }],
    // Years that are typed digit by digit, and no date of the API.
    [{ from: '0202-01-01', until: '1969-12-31' }],
    [{ rated: 'no', unread: 1 }],
    [{ sort: 'name' }],
  ])('leaves out what is faulty: %j', (members) => {
    expect(readFilter(members)).toEqual({});
  });
});

it('asks the API by its own names', () => {
  expect(filterParameters(whole)).toEqual({
    full_text: 'parcel',
    no_textscore: true,
    tags: 'billing',
    priority: 'high',
    channel: 'email',
    dept_id: 'sales',
    participant: 'bot_1',
    lead: 'vera',
    ticket_id: '12',
    start_date: '2026/01/05',
    end_date: '2026/01/31',
    timezone: ownZone(),
    rated: true,
    unread: true,
  });
  expect(filterParameters({ order: 'oldest' })).toEqual({});
});

describe('a row', () => {
  const passes = (filter: InboxFilter, changes: Partial<InboxRow> = {}) => judgeOf(filter)({ ...row, ...changes });

  it.each<[InboxFilter, Partial<InboxRow>]>([
    [{ tag: 'billing' }, { tags: [{ tag: 'bill' }] }],
    [{ priority: 'high' }, { priority: 'low' }],
    [{ channel: 'offline' }, { channel: { name: 'whatsapp' } }],
    [{ department: 'sales' }, { department: { _id: 'support' } }],
    [{ participant: 'ada' }, { participants: ['linus'] }],
    [{ participant: 'bot_1' }, { participants: [] }],
    [{ lead: 'vera' }, { lead: { _id: 'paul', lead_id: 'l2' } }],
    [{ ticket: 12 }, { ticket_id: '120' }],
    [{ from: '2026-01-05' }, { createdAt: new Date(2026, 0, 4, 23, 59).toISOString() }],
    [{ until: '2026-01-05' }, { createdAt: new Date(2026, 0, 6).toISOString() }],
    [{ rated: true }, { rating: undefined }],
  ])('passes %j as the API says, and with %j it does not', (filter, changes) => {
    expect(passes(filter)).toBe(true);
    expect(passes(filter, changes)).toBe(false);
  });

  it('passes on the whole of the first day and of the last', () => {
    const january: InboxFilter = { from: '2026-01-01', until: '2026-01-31' };
    for (const at of [new Date(2026, 0, 1), new Date(2026, 0, 31, 23, 59, 59, 999)])
      expect(passes(january, { createdAt: at.toISOString() })).toBe(true);
  });

  it('has the priority and the channel that the API takes it for', () => {
    expect(passes({ priority: 'medium' }, { priority: 'normal' })).toBe(true);
    expect(passes({ priority: 'medium' }, { priority: 'hight' })).toBe(false);
    expect(passes({ channel: 'online' })).toBe(false);
    expect(passes({ channel: 'online' }, { channel: { name: 'whatsapp' } })).toBe(true);
    expect(passes({ channel: 'chat21' }, { channel: undefined })).toBe(true);
  });

  it('does not tell what a search finds, nor tags beyond those that it shows', () => {
    expect(passes({ q: 'parcel' })).toBeUndefined();
    expect(passes({ tag: 'refund' }, { tagsCount: 6 })).toBeUndefined();
    expect(passes({ tag: 'billing' }, { tagsCount: 6 })).toBe(true);
    // One filter that it does not pass is enough.
    expect(passes({ q: 'parcel', lead: 'paul' })).toBe(false);
  });

  it('passes all filters together, and none', () => {
    const { q: _, unread: __, ...narrowing } = whole;
    expect(passes(narrowing)).toBe(true);
    expect(passes({})).toBe(true);
  });
});
