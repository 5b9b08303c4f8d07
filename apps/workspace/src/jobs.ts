import { every } from '@parley/service-kit';

import type { Context } from './context.ts';
import { dropParkedMails } from './mail/drop-parked-mails.ts';
import { sendMails } from './mail/send-mails.ts';

export const jobs = [
  every<Context>('send-mails', 500, sendMails),
  every<Context>('drop-parked-mails', 3_600_000, dropParkedMails),
];
