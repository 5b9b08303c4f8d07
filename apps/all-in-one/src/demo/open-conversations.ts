import type { Language } from './dialogue.ts';

/** What has happened in one conversation of the demo, in the order in which its members stand here. */
export interface DemoConversation {
  visitor: DemoVisitor;
  /** Default: the department of the project, answered by the agent who is least busy. */
  department?: DemoDepartment;
  texts: readonly string[];
  /** What the visitor asked before, in a conversation that was merged into this one. */
  before?: string;
  /** Who has it, by first name; default: the agent that routing chooses. */
  agent?: DemoAgent;
  answers?: readonly string[];
  tags?: readonly DemoTag[];
  priority?: 'urgent' | 'high' | 'low';
  /** By the owner unless it mentions the owner. */
  note?: { text: string; by?: DemoAgent; mentionsOwner?: true };
  /** The only agent of the department gives it back: all have left it. */
  leave?: true;
  /** Set aside, out of the queue. */
  park?: true;
  /** Without a time, until the visitor writes. */
  snooze?: { in?: number; reason: string };
  /** What its agent, or another, has written, to be sent in so many ms. */
  later?: { in: number; text: string };
  /** First name of an earlier visitor, whose conversation is about the same. */
  relatedTo?: string;
  close?: true;
  rating?: { rate: number; rate_message: string };
}

interface DemoVisitor {
  firstname: string;
  lastname: string;
  /** Default: English. */
  language?: Language;
  /** What the shop knows beside the name. */
  known?: { phone?: string; company?: string; city: string; country: string; tags?: string[] };
}

export type DemoAgent = 'Ada' | 'Linus' | 'Alan';
export type DemoDepartment = 'Sales' | 'Returns' | 'Ask Robby';
export type DemoTag = keyof typeof demoTags;

/** Tags of the project, with their colours. */
export const demoTags = {
  billing: '#b45309',
  delivery: '#1d4ed8',
  wholesale: '#15803d',
  returns: '#be123c',
  product: '#7c3aed',
  gift: '#0e7490',
} as const;

/** Every state that the inbox shows; the one that waits for an answer stands last, so that it is the newest. */
export const openConversations: readonly DemoConversation[] = [
  {
    visitor: {
      ...{ firstname: 'Emil', lastname: 'Sander', language: 'de' },
      known: { phone: '+49 30 23125 118', city: 'Berlin', country: 'Germany' },
    },
    texts: ['Verpacken Sie auch Geschenke?'],
    agent: 'Linus',
    answers: ['Ja, für 3 €: im Warenkorb ankreuzen.'],
    close: true,
    rating: { rate: 5, rate_message: 'Schnell und freundlich.' },
  },
  {
    visitor: {
      ...{ firstname: 'Paul', lastname: 'Reed' },
      known: { phone: '+44 7700 900461', city: 'Leeds', country: 'United Kingdom' },
    },
    texts: ['Can I change the address of my order?'],
    agent: 'Ada',
    answers: ['Yes: I have changed it for you.'],
    tags: ['delivery'],
    close: true,
  },
  {
    visitor: {
      ...{ firstname: 'Sofia', lastname: 'Riva', language: 'it' },
      known: { phone: '+39 06 5550 274', company: 'Studio Lume', city: 'Torino', country: 'Italy', tags: ['vip'] },
    },
    texts: ['La mia fattura è sbagliata.', 'È già la seconda volta.'],
    agent: 'Alan',
    answers: ['La fattura corretta è nella sua casella.'],
    tags: ['billing'],
    note: { text: 'The name in the account was wrong, too. Changed both.' },
    close: true,
    rating: { rate: 3, rate_message: 'Risolto, ma al secondo tentativo.' },
  },
  {
    visitor: { firstname: 'Jonas', lastname: 'Berg' },
    department: 'Ask Robby',
    texts: ['Hello', 'What can you do?'],
  },
  { visitor: { firstname: 'Lena', lastname: 'Voss' }, department: 'Ask Robby', texts: ['When are you open?'] },
  {
    visitor: { firstname: 'Priya', lastname: 'Nair' },
    department: 'Ask Robby',
    texts: ['Hi', 'I want to talk to a person'],
  },
  {
    visitor: {
      ...{ firstname: 'Aiko', lastname: 'Tanaka' },
      known: {
        ...{ phone: '+44 7700 900822', company: 'Northlight Studio', city: 'London', country: 'United Kingdom' },
        tags: ['wholesale'],
      },
    },
    department: 'Sales',
    texts: ['What do 200 notebooks with our logo cost?'],
    tags: ['wholesale'],
    priority: 'high',
  },
  {
    visitor: { firstname: 'Tom', lastname: 'Ashby', known: { city: 'Dublin', country: 'Ireland' } },
    department: 'Sales',
    texts: ['Is the blue fountain pen coming back?'],
    later: { in: 12 * 60_000, text: 'It is: the next ones arrive on Thursday.' },
  },
  {
    visitor: {
      ...{ firstname: 'Ines', lastname: 'Cabral', language: 'pt' },
      known: { phone: '+351 21 555 0417', city: 'Lisboa', country: 'Portugal' },
    },
    department: 'Sales',
    texts: ['Digo a cor na próxima semana.'],
    park: true,
  },
  {
    visitor: {
      ...{ firstname: 'Karim', lastname: 'Haddad', language: 'fr' },
      known: { phone: '+33 1 99 00 42 17', city: 'Lyon', country: 'France' },
    },
    department: 'Returns',
    texts: ['Mon flacon d’encre est cassé.'],
    priority: 'high',
    leave: true,
    later: { in: 9 * 60_000, text: 'Un nouveau flacon part aujourd’hui, sans frais.' },
  },
  {
    visitor: {
      ...{ firstname: 'Noa', lastname: 'Peretz' },
      known: { phone: '+44 7700 900316', city: 'London', country: 'United Kingdom' },
    },
    texts: ['Your discount code is not accepted.'],
    agent: 'Linus',
    answers: ['Let me ask a colleague.'],
    tags: ['billing'],
    note: { text: 'Ada, is SPRING10 still valid for pens?', by: 'Linus', mentionsOwner: true },
  },
  {
    visitor: {
      ...{ firstname: 'Mina', lastname: 'Solano', language: 'es' },
      known: { phone: '+34 955 550 639', city: 'Sevilla', country: 'Spain' },
    },
    texts: ['¿Envían también a Portugal?'],
    agent: 'Alan',
    snooze: { in: 3 * 3_600_000, reason: 'The carrier lets us know this afternoon' },
    later: { in: 26 * 3_600_000, text: '¿Le ha sido útil nuestra respuesta?' },
  },
  {
    visitor: {
      ...{ firstname: 'Oskar', lastname: 'Lund' },
      known: { phone: '+44 7700 900508', company: 'Harbour Books', city: 'Leeds', country: 'United Kingdom' },
    },
    texts: ['I was charged twice for order 1042.'],
    before: 'My card statement shows order 1042 twice.',
    agent: 'Ada',
    answers: ['The second charge is on its way back.'],
    tags: ['billing'],
    priority: 'urgent',
    snooze: { reason: 'Waiting to hear whether the money has arrived' },
    relatedTo: 'Sofia',
  },
  {
    visitor: {
      ...{ firstname: 'Vera', lastname: 'Lind' },
      known: {
        ...{ phone: '+44 7700 900127', company: 'Fern & Fable', city: 'London', country: 'United Kingdom' },
        tags: ['vip'],
      },
    },
    texts: ['Hello, my parcel has not arrived.', 'It was due on Monday.'],
    agent: 'Ada',
    tags: ['delivery'],
  },
];
