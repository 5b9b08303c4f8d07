import { runProcess } from '@parley/service-kit';

import { startWorkspace } from './service.ts';

await runProcess(startWorkspace);
