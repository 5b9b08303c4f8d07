import type { propertyApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { PropertyStatus, viewOf } from './property.ts';

type CreateProperty = Operation<typeof propertyApi.createProperty, Context>;

export const createProperty: CreateProperty = async (context, actor, { id_project, label, name, type }) => {
  const at = new Date();
  const property = {
    ...{ id: newId(at), projectId: id_project, label, name, type, status: PropertyStatus.shown },
    ...{ createdBy: actor.id, createdAt: at, updatedAt: at, version: 0 },
  };
  return viewOf(await context.properties.insert(property));
};
