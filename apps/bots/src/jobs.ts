import { every, resealing } from '@parley/service-kit/tasks';

import { purgeTrash } from './bot/purge-trash.ts';
import { forgetCalls } from './call/forget-calls.ts';
import type { Context } from './context.ts';
import { eraseProjects } from './turn/erase-projects.ts';

export const jobs = [
  every<Context>('purge-trash', 3_600_000, purgeTrash),
  every<Context>('forget-calls', 3_600_000, forgetCalls),
  every<Context>('erase-projects', 3_600_000, eraseProjects),
  resealing<Context>([
    { table: 'bot', rowId: 'id', column: 'secret' },
    { table: 'bot', rowId: 'id', column: 'previous_secret' },
  ]),
];
