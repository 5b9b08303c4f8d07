import { ObjectId, serialize } from 'bson';

import { bucketOf, type GridFile, gridFiles } from './grid-files.ts';
import { random } from './random.ts';
import { triggerRows } from './tiledesk-triggers.ts';

export interface DumpFacts {
  projectId: string;
  owner: { email: string; password: string };
  passwordHash: string;
  /** Under which the customer's server signs. */
  customerSecret: string;
  visitor: { leadId: string; requests: number };
  /** Rows of the project that become records. */
  requests: number;
  messages: number;
  leads: number;
  highestTicket: number;
  files: readonly GridFile[];
  /** Rows that are refused, by code. */
  refused: Record<string, number>;
}

const password = 'an old secret';
/** Of `password`, as Tiledesk has them. */
const bcryptHash = '$2b$04$Plu6TyAfsoIlFFFwyDcCvuOPpyJd2GMNgDdQrJ05m4U01sdHgFaxm';
const customerSecret = 'a secret of the old installation, long enough';
const start = Date.parse('2024-03-01T08:00:00Z');

/** As its clients name a file in a message. */
function imageOf(file: GridFile | undefined): object {
  if (!file) return {};
  return {
    type: 'image',
    metadata: { src: `https://old.example/api/images?path=${encodeURIComponent(file.path)}`, width: 1, height: 1 },
  };
}

type Document = Record<string, unknown> | Buffer;

/** Of a request, as old versions wrote it. */
const formerParts = {
  tags: [{ tag: 'vip' }, 'by phone', { tag: 'VIP', color: '#00f' }, { color: '#fff' }],
  notes: [{ text: 'Called back' }, 'no note'],
  location: { country: 'Italy', city: 7, geometry: { type: 'Point', coordinates: ['x', 1] } },
  priority: 'critical',
};

/** The rows of its collections, the same each time. */
export class TiledeskRows {
  readonly #requests: number;
  readonly #apartMs: number;
  readonly #next = random(42);
  #ids = 0;
  readonly #project = this.#id(start);
  readonly #other = this.#id(start);
  readonly #ada = this.#id(start);
  readonly #linus = this.#id(start);
  readonly #bot = this.#id(start);
  readonly #group = this.#id(start);
  readonly #department = this.#id(start);
  readonly #adaMember = this.#id(start);
  readonly #visitorMembers: ObjectId[] = [];
  readonly #leads: { id: ObjectId; leadId: string }[] = [];
  /** Further rows of the first one of them. */
  readonly #twins: ObjectId[] = [];
  readonly #made: { id: ObjectId; requestId: string; visitor: number; at: number }[] = [];
  readonly #files = gridFiles(this.#ada.toHexString());
  #messages = 0;

  constructor(requests: number, apartMs: number) {
    this.#requests = requests;
    this.#apartMs = apartMs;
  }

  facts(): DumpFacts {
    return {
      projectId: this.#project.toHexString(),
      owner: { email: 'ada@old.example', password },
      passwordHash: bcryptHash,
      customerSecret,
      visitor: {
        leadId: this.#leads[0]?.leadId ?? '',
        requests: this.#made.filter(({ visitor }) => visitor === 0).length,
      },
      requests: this.#made.length,
      messages: this.#messages,
      leads: this.#leads.length,
      highestTicket: this.#made.length + 1,
      files: this.#files,
      refused: this.#refused(),
    };
  }

  #refused(): Record<string, number> {
    const faults = this.#named().map(({ fault }) => fault);
    const of = (fault: GridFile['fault']) => faults.filter((one) => one === fault).length;
    const counts = {
      ...{ orphan: 2, role_unknown: 1, malformed: 2, schema: 1 + of('program'), parent_missing: 3 },
      ...{ file_missing: of('missing'), hash_mismatch: of('cut'), key_taken: of('doubled') },
    };
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  }

  /** Each by the first message of a request. */
  #named(): readonly GridFile[] {
    return this.#files.filter(({ fault }) => fault !== 'unnamed').slice(0, this.#made.length);
  }

  collections(): Record<string, Document[]> {
    const visitors = Math.max(2, Math.ceil(this.#requests / 5));
    for (let nth = 0; nth < visitors; nth++) {
      this.#visitorMembers.push(this.#id(start + nth * 1_000));
      this.#leads.push({ id: this.#id(start + nth * 1_000), leadId: `visitor-${nth}-of-old` });
    }
    this.#twins.push(this.#id(start), this.#id(start));
    const requests = this.#requestRows();
    const images = bucketOf(this.#files, () => this.#id(start), new Date(start));
    return {
      projects: [this.#projectRow(this.#project, 'Old shop'), this.#projectRow(this.#other, 'Another one')],
      users: this.#userRows(),
      project_users: this.#memberRows(),
      groups: [
        { ...this.#base(this.#group), name: 'Support', members: [this.#linus.toHexString(), 'gone'], enabled: true },
      ],
      departments: [
        {
          ...this.#base(this.#department),
          name: 'Default',
          default: true,
          routing: 'assigned',
          id_group: this.#group.toHexString(),
        },
        { ...this.#base(), name: 'Sales', default: true, routing: 'pooled', id_bot: this.#id(start).toHexString() },
      ],
      faq_kbs: this.#botRows(),
      faqs: [
        {
          ...this.#base(),
          id_faq_kb: this.#bot.toHexString(),
          intent_display_name: 'welcome',
          answer: 'Hello',
          question: 'hi',
        },
        { ...this.#base(), id_faq_kb: this.#bot.toHexString(), intent_display_name: 'welcome', answer: 'Hello again' },
      ],
      tags: [{ ...this.#base(), tag: 'vip', color: '#f00' }],
      cannedresponses: [{ ...this.#base(), title: 'Thanks', text: 'Thank you', status: 100 }],
      labels: [{ ...this.#base(), data: [{ lang: 'EN', data: { LABEL_SEND: 'Send' }, default: true }] }],
      leads: this.#leadRows(),
      properties: [{ ...this.#base(), label: 'Plan', name: 'plan', type: 'text', status: 100 }],
      requests,
      messages: this.#messageRows(),
      subscriptions: [
        { ...this.#base(), event: 'request.create', target: 'https://shop.example/hooks', secret: 'old' },
        { ...this.#base(), event: 'planet.landed', target: 'https://shop.example/hooks' },
        { ...this.#base(), event: 'request.create', target: 'https://old.example/all', global: true },
        { ...this.#base(), event: 'request.close', target: 'no address' },
      ],
      triggers: triggerRows(() => this.#base(), this.#department.toHexString()),
      activities: [{ ...this.#base(), verb: 'REQUEST_CREATE' }],
      'images.files': images.documents,
      'images.chunks': images.chunks,
      auths: [],
    };
  }

  /** Counts up, so that the same dump is made every time. */
  #id(at: number): ObjectId {
    this.#ids += 1;
    const seconds = Math.floor(at / 1_000)
      .toString(16)
      .padStart(8, '0');
    return new ObjectId(`${seconds}aaaaaaaaaa${this.#ids.toString(16).padStart(6, '0')}`);
  }

  #base(id = this.#id(start)) {
    const createdAt = id.getTimestamp();
    return {
      ...{ _id: id, id_project: this.#project.toHexString(), createdBy: this.#ada.toHexString() },
      ...{ createdAt, updatedAt: createdAt, __v: 0 },
    };
  }

  #projectRow(id: ObjectId, name: string): Document {
    const { id_project: _own, ...base } = this.#base(id);
    return {
      ...base,
      name,
      status: 100,
      settings: {},
      jwtSecret: customerSecret,
      publicKey: 'old',
      profile: { name: 'free' },
    };
  }

  #userRows(): Document[] {
    const { id_project: _own, ...ada } = this.#base(this.#ada);
    const { id_project: _other, ...linus } = this.#base(this.#linus);
    return [
      {
        ...ada,
        email: 'Ada@Old.example',
        password: bcryptHash,
        firstname: 'Ada',
        lastname: 'Lovelace',
        emailverified: true,
      },
      { ...linus, email: 'linus@old.example', password: 'd41d8cd98f00b204e9800998ecf8427e', firstname: 'Linus' },
    ];
  }

  #memberRows(): Document[] {
    const visitors = this.#visitorMembers.map((id, nth) => ({
      ...this.#base(id),
      ...{ uuid_user: `visitor-${nth}-of-old`, role: 'guest' },
    }));
    return [
      {
        ...this.#base(this.#adaMember),
        id_user: this.#ada,
        role: 'owner',
        user_available: true,
        number_assigned_requests: 3,
      },
      { ...this.#base(), id_user: this.#linus, role: 'teammate', user_available: 'true', max_assigned_chat: '4' },
      { ...this.#base(), uuid_user: 'nobody-knows', role: 'wizard' },
      ...visitors,
    ];
  }

  #leadRows(): Document[] {
    const rows = this.#leads.map(({ id, leadId }, nth) => ({
      ...this.#base(id),
      ...{ lead_id: leadId, fullname: `Visitor ${nth}`, email: nth === 1 ? 'no address' : `v${nth}@example.com` },
    }));
    const [first] = this.#leads;
    const [second, third] = this.#twins;
    // Two more rows of one person, with what only they know.
    return [
      ...rows,
      { ...this.#base(second), lead_id: first?.leadId, phone: '+39 06 1', attributes: { plan: 'gold' } },
      { ...this.#base(third), lead_id: first?.leadId, company: 'Acme', status: 100 },
    ];
  }

  /** Requests of one person name any of their rows. */
  #leadOf(visitor: number): ObjectId | undefined {
    const own = this.#leads[visitor]?.id;
    if (visitor > 0) return own;
    return [own, ...this.#twins][this.#made.length % 3];
  }

  #requestRows(): Document[] {
    const rows: Document[] = [];
    for (let nth = 0; nth < this.#requests; nth++) {
      const at = start + nth * this.#apartMs;
      const [id, visitor] = [this.#id(at), nth % this.#visitorMembers.length];
      const requestId = `support-group-${this.#project.toHexString()}-${String(nth).padStart(32, '0')}`;
      this.#made.push({ id, requestId, visitor, at });
      const isOpen = nth >= this.#requests - 3;
      rows.push({
        ...this.#base(id),
        createdAt: nth === 1 ? new Date(at).toISOString() : new Date(at),
        request_id: requestId,
        ticket_id: nth === 2 ? 1 : nth + 1,
        status: isOpen ? 200 : nth === 3 ? 300 : 1000,
        requester: this.#visitorMembers[visitor],
        lead: this.#leadOf(visitor),
        first_text: nth === 0 ? '' : `Question ${nth}`,
        ...(nth === 5 && formerParts),
        participants: [this.#ada.toHexString(), ...(nth % 7 === 0 ? ['gone-member'] : [])],
        department: this.#department.toHexString(),
        rating: nth === 4 ? 9 : 4,
        channel: { name: 'chat21' },
        attributes: { last_message: { text: 'computed' }, plan: 'gold' },
        closed_at: isOpen ? undefined : new Date(at + 1_800_000),
        waiting_time: 60_000,
      });
    }
    // Of a person of whom nothing is left.
    rows.push({
      ...this.#base(),
      request_id: 'support-group-of-a-ghost',
      requester: this.#id(start),
      lead: this.#id(start),
      status: 100,
    });
    return rows;
  }

  /** With a published version, and copies of nothing and of each other. */
  #botRows(): Document[] {
    const [one, other] = [this.#id(start), this.#id(start)];
    const copy = { type: 'internal', language: 'en', url: '', trashed: true };
    return [
      { ...this.#base(this.#bot), name: 'Guide', type: 'internal', language: 'en', url: '' },
      { ...this.#base(), name: 'Guide', ...copy, root_id: this.#bot.toHexString() },
      { ...this.#base(), name: 'Of nothing', ...copy, root_id: this.#id(start).toHexString() },
      { ...this.#base(one), name: 'In a circle', ...copy, root_id: other.toHexString() },
      { ...this.#base(other), name: 'Round', ...copy, root_id: one.toHexString() },
    ];
  }

  #messageRows(): Document[] {
    const rows: Document[] = [];
    const named = this.#named();
    for (const [place, { requestId, visitor, at }] of this.#made.entries()) {
      const count = 2 + Math.floor(this.#next() * 4);
      for (let nth = 0; nth < count; nth++) {
        const isVisitor = nth % 2 === 0;
        rows.push({
          ...this.#base(this.#id(at + nth * 60_000)),
          createdAt: new Date(at + nth * 60_000),
          ...{
            recipient: requestId,
            text: `${isVisitor ? 'Question' : 'Answer'} ${nth}\u0000`,
            type: 'text',
            status: 200,
          },
          ...(nth === 0 && imageOf(named[place])),
          sender: isVisitor ? this.#leads[visitor]?.leadId : this.#ada.toHexString(),
          ...{ senderFullname: isVisitor ? 'Visitor' : 'Ada', channel_type: 'group', channel: { name: 'chat21' } },
        });
        this.#messages += 1;
      }
    }
    rows.sort(() => this.#next() - 0.5);
    const orphan = { ...this.#base(), recipient: 'support-group-of-nothing', sender: 'x', text: 'Lost' };
    const noUtf8 = Buffer.from(serialize({ ...this.#base(), recipient: this.#made[0]?.requestId, text: 'AAAA' }));
    noUtf8.writeUInt8(0xff, noUtf8.indexOf('AAAA'));
    // The last one is cut: the dump was taken while its disk was full.
    const cut = Buffer.from(serialize({ ...this.#base(), text: 'cut' })).subarray(0, 40);
    return [...rows, orphan, noUtf8, cut];
  }
}
