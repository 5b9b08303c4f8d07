import { runProcess } from '@parley/service-kit/service';

import { startRealtime } from './service.ts';

await runProcess(startRealtime);
