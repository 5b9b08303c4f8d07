import { runProcess } from '@parley/service-kit';

import { startMedia } from './service.ts';

await runProcess(startMedia);
