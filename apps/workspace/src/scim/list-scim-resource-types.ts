import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { resourceTypes } from './descriptions.ts';
import { addressOf, scimAnswer } from './scim.ts';

type ListScimResourceTypes = Operation<typeof scimApi.listScimResourceTypes, Context>;

export const listScimResourceTypes: ListScimResourceTypes = async (context, _actor, { id_project }) =>
  scimAnswer(resourceTypes(addressOf(context.config.PUBLIC_URL, id_project)));
