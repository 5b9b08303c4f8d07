import { runProcess } from '@parley/service-kit/service';

import { startChannels } from './service.ts';

await runProcess(startChannels);
