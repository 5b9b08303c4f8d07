import { runProcess } from '@parley/service-kit/service';

import { startGateway } from './service.ts';

await runProcess(startGateway);
