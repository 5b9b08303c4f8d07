import { InboxRowView } from '../inbox/inbox-row.tsx';
import type { InboxRow } from '../inbox/row.ts';
import { Column, KitPart, Specimens } from './specimens.tsx';

const now = Date.parse('2026-11-24T12:00:00Z');
const me = 'ada';
const at = new Date(now - 120_000).toISOString();

/** A row with what all of them have. */
function row(id: string, fullname: string, status: number, more: Partial<InboxRow> = {}): InboxRow {
  return {
    _id: id,
    __v: 1,
    request_id: id,
    ticket_id: '12',
    status,
    lead: { _id: id, lead_id: id, fullname },
    participants: [],
    createdAt: at,
    updatedAt: at,
    last_message: {
      _id: id,
      seq: 3,
      type: 'text',
      text: 'My parcel has not arrived.',
      sender: 'vera',
      from: 'requester',
      createdAt: at,
    },
    last_message_at: at,
    messages: { seq: 3, in: 3, out: 0 },
    read: { upto: 3, unread: 0, mentioned: false },
    ...more,
  };
}

const said = (sender: string, from: 'team' | 'bot', senderFullname: string) => ({
  _id: 'm',
  seq: 4,
  type: 'text',
  text: 'I am looking into it.',
  sender,
  senderFullname,
  from,
  createdAt: at,
});

const rows: readonly InboxRow[] = [
  row('unread', 'Vera Weiss', 100, { read: { upto: 0, unread: 3, mentioned: true }, priority: 'urgent' }),
  row('served', 'Paul Ito', 200, {
    participants: ['linus'],
    department: { _id: 'sales', name: 'Sales' },
    tags: [{ tag: 'billing' }, { tag: 'a tag with a long name' }],
    last_message: said(me, 'team', 'Ada'),
  }),
  row('bot', 'Rosa', 200, { participants: ['bot_1'], last_message: said('bot_1', 'bot', 'Robby') }),
  row('abandoned', 'Someone whose name is longer than any row could ever be', 150, { priority: 'low' }),
  row('closed', 'Hedy', 1000, { read: { upto: 0, unread: 120, mentioned: false } }),
  row('parked', '', 50, { lead: { _id: 'l', lead_id: 'l' } }),
  row('found', 'Found by a search', 100, {
    matches: [{ in: 'message', text: 'The parcel is lost', ranges: [[4, 10]] }],
  }),
];

const shared = { me, now, selecting: false, selected: false, open: false, hasDraft: false, onToggle: () => undefined };
const nameOf = (id: string) => ({ linus: 'Linus', ada: 'Ada Lovelace' })[id];

const noPicture = () => undefined;
const viewers = [{ user_id: 'grace', fullname: 'Grace Hopper', state: 'viewing' as const }];

export function KitRows() {
  return (
    <KitPart id="rows" title="Rows">
      <Specimens title="Comfortable and compact">
        {[false, true].map((compact) => (
          <Column key={String(compact)}>
            <div>
              {rows.map((one) => (
                <InboxRowView
                  key={one.request_id}
                  {...shared}
                  row={one}
                  compact={compact}
                  nameOf={nameOf}
                  pictureOf={noPicture}
                  viewers={one.request_id === 'served' ? viewers : undefined}
                  hasDraft={one.request_id === 'served'}
                  open={one.request_id === 'bot'}
                />
              ))}
            </div>
          </Column>
        ))}
        <Column>
          <div>
            {rows.slice(0, 2).map((one, index) => (
              <InboxRowView
                key={one.request_id}
                {...shared}
                row={one}
                compact={false}
                nameOf={nameOf}
                pictureOf={noPicture}
                selecting
                selected={index === 0}
              />
            ))}
          </div>
        </Column>
      </Specimens>
    </KitPart>
  );
}
