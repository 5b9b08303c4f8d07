import { runProcess } from '@parley/service-kit';

import { startConversations } from './service.ts';

await runProcess(startConversations);
