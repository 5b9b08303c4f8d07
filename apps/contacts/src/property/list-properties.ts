import type { propertyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './property.ts';

type ListProperties = Operation<typeof propertyApi.listProperties, Context>;

export const listProperties: ListProperties = async (context, _actor, { id_project }) =>
  (await context.properties.list(id_project)).map(viewOf);
