import type { propertyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './property.ts';

type GetProperty = Operation<typeof propertyApi.getProperty, Context>;

export const getProperty: GetProperty = async (context, _actor, { id_project, property }) =>
  viewOf(await context.properties.get(id_project, property));
