import { every } from '@parley/service-kit/tasks';

import type { Context } from './context.ts';
import { forgetMails } from './inbound/forget-mails.ts';
import { measureWaiting } from './inbound/measure-waiting.ts';
import { eraseProjects } from './project/erase-projects.ts';

export const jobs = [
  every<Context>('measure-waiting', 60_000, measureWaiting),
  every<Context>('forget-mails', 3_600_000, forgetMails),
  every<Context>('erase-projects', 3_600_000, eraseProjects),
];
