import { runProcess } from '@parley/service-kit';

import { startContacts } from './service.ts';

await runProcess(startContacts);
