import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { schemas } from './descriptions.ts';
import { addressOf, scimAnswer } from './scim.ts';

type ListScimSchemas = Operation<typeof scimApi.listScimSchemas, Context>;

export const listScimSchemas: ListScimSchemas = async (context, _actor, { id_project }) =>
  scimAnswer(schemas(addressOf(context.config.PUBLIC_URL, id_project)));
