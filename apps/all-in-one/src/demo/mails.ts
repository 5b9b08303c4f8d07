import type { OutgoingMail } from '@parley/outbound/mail';

import type { DemoAgent, DemoTag } from './open-conversations.ts';

/** A mail of a customer to the mailbox of the demo, and what the team made of it. */
export interface DemoMail {
  /** By which it is found again. */
  messageId: string;
  mail: Pick<OutgoingMail, 'from' | 'cc' | 'subject' | 'text' | 'html' | 'attachments'>;
  agent?: DemoAgent;
  answer?: string;
  tags?: readonly DemoTag[];
  /** The answer comes back: there is no such address any more. */
  bounces?: true;
}

/** A page of a few words, as small as its format allows. */
const invoice = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 66>>stream
BT /F1 16 Tf 40 120 Td (Invoice 2026-118: 40 notebooks) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** Quoted text that is hidden, a file, a copy, HTML, an answer that has left and one that comes back. */
export const demoMails: readonly DemoMail[] = [
  {
    messageId: 'catalogue.demo@papermill.example',
    mail: {
      from: 'Henrik Falk <henrik@papermill.example>',
      subject: 'Catalogue by post',
      text: 'Hello,\n\nwould you send me the printed catalogue?\n\nHenrik Falk',
    },
    agent: 'Linus',
    answer: 'With pleasure, Henrik: it leaves tomorrow. Is the address still Kvarngatan 4?',
    bounces: true,
  },
  {
    messageId: 'reading-group.demo@library.example',
    mail: {
      from: 'Marta Oliveira <marta@library.example>',
      subject: 'Notebooks for a reading group',
      text: 'Hello,\n\nwe are 24 readers and look for lined notebooks (A5). Is there a price for groups?\n\nMarta',
      html: '<p>Hello,</p><p>we are <b>24 readers</b> and look for <i>lined</i> notebooks (A5). Is there a price for groups?</p><p>Marta</p>',
    },
    tags: ['wholesale'],
  },
  {
    messageId: 'invoice.demo@harbourbooks.example',
    mail: {
      from: 'Clara Winter <clara@harbourbooks.example>',
      cc: 'accounts@harbourbooks.example',
      subject: 'Re: Your invoice 2026-118',
      text: `Good morning,

the invoice names our former address, see the attachment. Could you correct it? Accounts reads along.

Clara Winter

On Mon, 2 Nov 2026 at 10:00, Demo shop <help@shop.example> wrote:
> Dear Clara,
>
> attached is the invoice for your 40 notebooks.
>
> Your Demo shop
`,
      attachments: [{ filename: 'invoice-2026-118.pdf', content: invoice, contentType: 'application/pdf' }],
    },
    agent: 'Ada',
    answer: 'Good morning, Clara. I have corrected it; the new invoice is on its way to both of you.',
    tags: ['billing'],
  },
];
