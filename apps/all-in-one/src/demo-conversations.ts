/** What has happened in one conversation of the demo, in the order in which its members stand here. */
export interface DemoConversation {
  visitor: string;
  /** Default: the department of the project, answered by the agent who is least busy. */
  department?: 'Sales' | 'Returns' | 'Ask Robby';
  texts: readonly string[];
  /** Who has it, by first name; else whom routing finds. */
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
  close?: true;
  rating?: { rate: number; rate_message: string };
}

export type DemoAgent = 'Ada' | 'Linus' | 'Alan';
type DemoTag = keyof typeof demoTags;

/** Tags of the project, with their colours. */
export const demoTags = { billing: '#b45309', delivery: '#1d4ed8', wholesale: '#15803d' } as const;

export const demoCanned = [
  { title: 'greeting', text: 'Hello $recipient_name, thank you for writing. How can I help?' },
  { title: 'parcel', text: 'I have asked the carrier where the parcel is, and come back to you today.' },
] as const;

/** Every state that the inbox shows; the one that waits for an answer stands last, so that it is the newest. */
export const demoConversations: readonly DemoConversation[] = [
  {
    visitor: 'Emil',
    texts: ['Do you gift-wrap orders?'],
    agent: 'Linus',
    answers: ['We do, for 3 €. Tick the box in the cart.'],
    close: true,
    rating: { rate: 5, rate_message: 'Quick and kind.' },
  },
  {
    visitor: 'Paul',
    texts: ['Can I change the address of my order?'],
    agent: 'Ada',
    answers: ['Yes: I have changed it for you.'],
    tags: ['delivery'],
    close: true,
  },
  {
    visitor: 'Sofia',
    texts: ['My invoice shows the wrong company.', 'This is the second time.'],
    agent: 'Alan',
    answers: ['The corrected invoice is in your mailbox.'],
    tags: ['billing'],
    note: { text: 'The name in the account was wrong, too. Changed both.' },
    close: true,
    rating: { rate: 3, rate_message: 'Solved, but it took two tries.' },
  },
  { visitor: 'Jonas', department: 'Ask Robby', texts: ['Hello', 'What can you do?'] },
  { visitor: 'Lena', department: 'Ask Robby', texts: ['Who are you?'] },
  { visitor: 'Priya', department: 'Ask Robby', texts: ['Hi', 'I want to talk to a person'] },
  {
    visitor: 'Aiko',
    department: 'Sales',
    texts: ['What do 200 mugs with our logo cost?'],
    tags: ['wholesale'],
    priority: 'high',
  },
  { visitor: 'Tom', department: 'Sales', texts: ['Is the blue kettle coming back?'] },
  { visitor: 'Ines', department: 'Sales', texts: ['I will know the colour next week.'], park: true },
  { visitor: 'Karim', department: 'Returns', texts: ['The lamp I received is broken.'], leave: true },
  {
    visitor: 'Noa',
    texts: ['Your discount code is refused.'],
    agent: 'Linus',
    answers: ['Let me ask a colleague.'],
    tags: ['billing'],
    note: { text: 'Ada, is SPRING10 still valid for kettles?', by: 'Linus', mentionsOwner: true },
  },
  { visitor: 'Mina', texts: ['Do you ship to Portugal?'], agent: 'Alan' },
  {
    visitor: 'Oskar',
    texts: ['I was charged twice for order 1042.'],
    agent: 'Ada',
    answers: ['The second charge is on its way back.'],
    tags: ['billing'],
    priority: 'urgent',
  },
  {
    visitor: 'Vera',
    texts: ['Hello, my parcel has not arrived.', 'It was due on Monday.'],
    agent: 'Ada',
    tags: ['delivery'],
  },
];
