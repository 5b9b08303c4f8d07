import type { tokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type TestAuth = Operation<typeof tokenApi.testAuth, Context>;

// The gateway has verified the caller already.
export const testAuth: TestAuth = async () => ({ success: true });
