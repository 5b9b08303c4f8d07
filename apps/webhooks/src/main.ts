import { runProcess } from '@parley/service-kit';

import { startWebhooks } from './service.ts';

await runProcess(startWebhooks);
