import { runProcess } from '@parley/service-kit';

import { startToy } from './toy.service.ts';

await runProcess(startToy);
