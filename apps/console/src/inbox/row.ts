/** A request as the inbox shows it: the row form of contract 82 section 2. */
export interface InboxRow {
  _id: string;
  __v: number;
  request_id: string;
  ticket_id: string;
  status: number;
  workingStatus?: string;
  priority?: string;
  hasBot?: boolean;
  subject?: string;
  first_text?: string;
  lead?: { _id: string; lead_id: string; fullname?: string; email?: string };
  participants?: string[];
  department?: { _id: string; name?: string };
  channel?: { name: string };
  rating?: number;
  tags?: { _id?: string; tag: string; color?: string }[];
  tagsCount?: number;
  createdAt: string;
  updatedAt: string;
  assigned_at?: string;
  closed_at?: string;
  /** Without a time, until the visitor writes. */
  snooze?: { until?: string };
  /** The earliest clock that runs. */
  sla?: { due_at: string; metric: 'first_response' | 'next_response' | 'resolution'; overdue: boolean };
  last_message?: LastMessage;
  last_message_at: string;
  messages: { seq: number; in: number; out: number };
  read?: ReadState;
  /** Of a search: where its words stand. */
  matches?: Match[];
}

export interface Match {
  /** Part of the conversation: `message`, `note`, `subject`, `lead`, `tag`… */
  in: string;
  text: string;
  /** From and to, in UTF-16 code units of the text. */
  ranges: [from: number, to: number][];
}

interface LastMessage {
  _id: string;
  seq: number;
  type: string;
  text: string;
  sender: string;
  senderFullname?: string;
  from: 'requester' | 'team' | 'bot';
  createdAt: string;
}

/** Of the person who looks; frames come without it. */
export interface ReadState {
  upto: number;
  unread: number;
  mentioned: boolean;
}

/** Whether `candidate` is what `known` became: frames come twice, and late. */
export function isNewer(candidate: InboxRow, known: InboxRow): boolean {
  if (candidate.__v !== known.__v) return candidate.__v > known.__v;
  if (candidate.messages.seq !== known.messages.seq) return candidate.messages.seq > known.messages.seq;
  return candidate.last_message_at > known.last_message_at;
}

export function hasSameTags(one: InboxRow, other: InboxRow): boolean {
  const tagsOf = ({ tags = [], tagsCount }: InboxRow) => JSON.stringify([tagsCount, tags.map(({ tag }) => tag)]);
  return tagsOf(one) === tagsOf(other);
}

/** A frame's row with the reading state that follows from what was known. */
export function withReadState(row: InboxRow, known: InboxRow | undefined): InboxRow {
  if (row.read) return row;
  if (!known?.read) return { ...row, read: { upto: 0, unread: row.messages.in, mentioned: false } };
  const arrived = Math.max(0, row.messages.in - known.messages.in);
  const { matches } = known;
  return { ...row, ...(matches && { matches }), read: { ...known.read, unread: known.read.unread + arrived } };
}

/** A row of a page, and what frames made of it meanwhile. The page knows what was read, unless the person has read on since. */
export function merged(page: InboxRow, known: InboxRow): InboxRow {
  const { read, ...newest } = isNewer(known, page) ? known : page;
  const ofPage = withReadState(newest, page);
  return read && known.read && known.read.upto > (page.read?.upto ?? 0) ? { ...newest, read: known.read } : ofPage;
}
