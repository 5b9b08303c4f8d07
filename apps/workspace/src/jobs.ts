import { every, resealing } from '@parley/service-kit/tasks';

import type { Context } from './context.ts';
import { cleanInvitations } from './invitation/clean-invitations.ts';
import { eraseProjects } from './project/erase-projects.ts';
import { cleanPushDevices } from './push/clean-push-devices.ts';
import { checkDomains } from './sign-in/check-domains.ts';
import { sweepPresence } from './teammate/sweep-presence.ts';
import { cleanTokens } from './token/clean-tokens.ts';

export const jobs = [
  every<Context>('clean-tokens', 3_600_000, cleanTokens),
  every<Context>('clean-push-devices', 3_600_000, cleanPushDevices),
  every<Context>('clean-invitations', 3_600_000, cleanInvitations),
  every<Context>('sweep-presence', 5_000, sweepPresence),
  every<Context>('erase-projects', 3_600_000, eraseProjects),
  every<Context>('check-domains', 3_600_000, checkDomains),
  resealing<Context>([
    { table: 'push_devices', rowId: 'id', column: 'sealed' },
    { table: 'user_factors', scope: 'user_id', rowId: 'id', column: 'sealed_secret' },
    { table: 'sign_in_connections', rowId: 'id', column: 'sealed_secret' },
    { table: 'oidc_logins', scope: 'connection', rowId: 'id', column: 'sealed_id_token' },
    { table: 'project_secrets', rowId: 'id_project', column: 'sealed' },
    { table: 'projects', rowId: 'id_project', column: 'settings', path: ['email', 'config', 'pass'] },
  ]),
];
