import { runProcess } from '@parley/service-kit/service';

import { startBots } from './service.ts';

await runProcess(startBots);
