import type { oidcApi } from '@parley/contracts';
import type { RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { takeUpBrowser } from './take-up-browser.ts';

type FinishOidc = RawOperation<typeof oidcApi.finishOidc, Context>;

export const finishOidc: FinishOidc = (context, _actor, _input, raw) => takeUpBrowser(context, undefined, raw);
