import { runProcess } from '@parley/service-kit';

import { startGateway } from './service.ts';

await runProcess(startGateway);
