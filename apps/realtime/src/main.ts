import { runProcess } from '@parley/service-kit';

import { startRealtime } from './service.ts';

await runProcess(startRealtime);
