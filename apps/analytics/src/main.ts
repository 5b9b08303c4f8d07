import { runProcess } from '@parley/service-kit/service';

import { startAnalytics } from './service.ts';

await runProcess(startAnalytics);
