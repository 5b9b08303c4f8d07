import { runProcess } from '@parley/service-kit';

import { startBots } from './service.ts';

await runProcess(startBots);
