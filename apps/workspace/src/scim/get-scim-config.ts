import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { serviceProviderConfig } from './descriptions.ts';
import { scimAnswer } from './scim.ts';

type GetScimConfig = Operation<typeof scimApi.getScimConfig, Context>;

export const getScimConfig: GetScimConfig = async () => scimAnswer(serviceProviderConfig);
