import { every, resealing } from '@parley/service-kit/tasks';

import type { Context } from './context.ts';
import { forgetMails } from './inbound/forget-mails.ts';
import { measureWaiting } from './inbound/measure-waiting.ts';
import { tryFailingMailboxes } from './outbound/try-failing-mailboxes.ts';
import { eraseProjects } from './project/erase-projects.ts';

export const jobs = [
  every<Context>('measure-waiting', 60_000, measureWaiting),
  every<Context>('try-failing-mailboxes', 60_000, tryFailingMailboxes),
  every<Context>('forget-mails', 3_600_000, forgetMails),
  every<Context>('erase-projects', 3_600_000, eraseProjects),
  resealing<Context>([
    { table: 'mailbox', rowId: 'id', column: 'secret' },
    { table: 'mailbox', rowId: 'id', column: 'outgoing', path: ['outbound', 'password'] },
    { table: 'mailbox', rowId: 'id', column: 'outgoing', path: ['dkim', 'privateKey'] },
    { table: 'imap_account', rowId: 'id', column: 'password' },
    { table: 'mail_oauth', rowId: 'id', column: 'client_secret' },
    { table: 'mail_oauth', rowId: 'id', column: 'refresh_token' },
    { table: 'mail_oauth', rowId: 'id', column: 'access_token' },
  ]),
];
