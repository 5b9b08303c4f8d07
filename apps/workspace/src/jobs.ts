import { every, forgetTasks } from '@parley/service-kit';

import type { Context } from './context.ts';

export const jobs = [every<Context>('forget-tasks', 3_600_000, ({ db }) => forgetTasks(db))];
