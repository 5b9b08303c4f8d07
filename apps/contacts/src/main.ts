import { runProcess } from '@parley/service-kit/service';

import { startContacts } from './service.ts';

await runProcess(startContacts);
