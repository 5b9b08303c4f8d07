import type { propertyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { change, viewOf } from './property.ts';

type UpdateProperty = Operation<typeof propertyApi.updateProperty, Context>;

export const updateProperty: UpdateProperty = async (context, _actor, { id_project, property, ...written }) => {
  const at = new Date();
  return viewOf(await context.properties.update(id_project, property, (current) => change(current, written, at)));
};
