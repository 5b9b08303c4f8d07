import { runProcess } from '@parley/service-kit/service';

import { startMedia } from './service.ts';

await runProcess(startMedia);
