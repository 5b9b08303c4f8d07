import type { oidcApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { takeUpBrowser } from './take-up-browser.ts';

type FinishProjectOidc = RawOperation<typeof oidcApi.finishProjectOidc, Context>;

export const finishProjectOidc: FinishProjectOidc = (context, _actor, { connection }, raw) =>
  takeUpBrowser(context, connection, raw);
