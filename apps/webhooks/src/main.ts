import { runProcess } from '@parley/service-kit/service';

import { startWebhooks } from './service.ts';

await runProcess(startWebhooks);
