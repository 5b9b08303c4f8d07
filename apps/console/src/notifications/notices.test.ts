import type { InboxRow } from '../inbox/row.ts';
import { type Notice, Notices } from './notices.ts';

const start = Date.parse('2026-03-01T10:00:00Z');
const time = (seconds: number) => new Date(start + seconds * 1000).toISOString();

function person() {
  const heard: string[] = [];
  const timers: (() => void)[] = [];
  const clock = { seconds: 0 };
  const own = new Set<string>();
  const notices = new Notices({
    me: 'ada',
    now: () => start + clock.seconds * 1000,
    isOwnChange: (id) => own.has(id),
    notify: ({ kind, name }: Notice) => void heard.push(`${kind} ${name}`),
    summarise: (count) => void heard.push(`summary ${count}`),
    later: (work) => {
      timers.push(work);
      return () => undefined;
    },
  });
  return { heard, timers, clock, own, notices };
}

function row(given: Partial<InboxRow> & { seq?: number; from?: 'requester' | 'team'; at?: number } = {}) {
  const { seq = 1, from = 'requester', at = 1, ...rest } = given;
  const message = { _id: `m${seq}`, seq, type: 'text', text: 'Hello', sender: 'v', from, createdAt: time(at) };
  return {
    method: 'UPDATE' as const,
    message: {
      request_id: 'r',
      ticket_id: '1',
      status: 200,
      participants: ['ada'],
      lead: { _id: 'l', lead_id: 'l', fullname: 'Vera' },
      createdAt: time(-600),
      updatedAt: time(at),
      assigned_at: time(-500),
      last_message: message,
      ...rest,
    },
  };
}

describe('Notices', () => {
  it("call for each message of a visitor in one's own conversation once, not for those of the team", () => {
    const { heard, notices } = person();
    notices.take(row());
    notices.take(row());
    notices.take(row({ seq: 2, from: 'team' }));
    notices.take(row({ seq: 3 }));
    notices.take(row({ seq: 2, from: 'requester' }));
    notices.take(row({ request_id: 'other', participants: ['grace'], seq: 9 }));

    expect(heard).toEqual(['message Vera', 'message Vera']);
  });

  it('call for what is assigned, unless the person took it themselves', () => {
    const { heard, own, notices } = person();
    notices.take(row({ participants: [], status: 100, createdAt: time(1) }));
    notices.take(row({ assigned_at: time(2) }));
    own.add('mine');
    notices.take(row({ request_id: 'mine', assigned_at: time(2), last_message: undefined }));

    expect(heard).toEqual(['waiting Vera', 'assigned Vera']);
  });

  it('do not call for what was there before the page', () => {
    const { heard, notices } = person();
    notices.take(row({ at: -30 }));
    notices.take(row({ request_id: 'b', status: 100, participants: [], at: -30 }));

    expect(heard).toEqual([]);
  });

  it('call for mentions by others', () => {
    const { heard, notices } = person();
    notices.take({ method: 'MENTION', message: { request_id: 'r', by: { _id: 'grace', fullname: 'Grace' } } });
    notices.take({ method: 'MENTION', message: { request_id: 'r', by: { _id: 'ada', fullname: 'Ada' } } });

    expect(heard).toEqual(['mention Grace']);
  });

  it('sum up what came in a gap of more than a minute', () => {
    const { heard, timers, clock, notices } = person();
    clock.seconds = 600;
    notices.take(row({ at: 10 }));
    notices.take(row({ seq: 2, at: 20 }));
    notices.take(row({ request_id: 'b', at: 30 }));
    notices.take(row({ request_id: 'c', at: 590 }));
    expect(heard).toEqual(['message Vera']);

    for (const work of timers) work();

    expect(heard).toEqual(['message Vera', 'summary 2']);
  });
});
