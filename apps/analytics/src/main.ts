import { runProcess } from '@parley/service-kit';

import { startAnalytics } from './service.ts';

await runProcess(startAnalytics);
