import type { propertyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './property.ts';

type RemoveProperty = Operation<typeof propertyApi.removeProperty, Context>;

export const removeProperty: RemoveProperty = async (context, _actor, { id_project, property }) =>
  viewOf(await context.properties.remove(id_project, property));
