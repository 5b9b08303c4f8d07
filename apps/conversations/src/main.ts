import { runProcess } from '@parley/service-kit/service';

import { startConversations } from './service.ts';

await runProcess(startConversations);
