import { runProcess } from '@parley/service-kit/service';

import { startWorkspace } from './service.ts';

await runProcess(startWorkspace);
