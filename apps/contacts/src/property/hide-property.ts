import type { propertyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { change, PropertyStatus, viewOf } from './property.ts';

type HideProperty = Operation<typeof propertyApi.hideProperty, Context>;

export const hideProperty: HideProperty = async (context, _actor, { id_project, property }) => {
  const at = new Date();
  const hidden = { status: PropertyStatus.hidden };
  return viewOf(await context.properties.update(id_project, property, (current) => change(current, hidden, at)));
};
