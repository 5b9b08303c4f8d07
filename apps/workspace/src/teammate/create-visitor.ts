import { randomUUID } from 'node:crypto';

import { commonErrors, type teammateApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './teammate.ts';

type CreateVisitor = Operation<typeof teammateApi.createVisitor, Context>;

export const createVisitor: CreateVisitor = async (context, actor, { id_project, attributes, tags, ...named }) => {
  const profile = {
    firstname: named.firstname || undefined,
    lastname: named.lastname || undefined,
    email: named.email || undefined,
  };
  const visitorInput = { uuidUser: randomUUID(), role: 'guest', profile, attributes, tags, by: actor } as const;
  const ensured = await context.visitors.ensure(id_project, { ...visitorInput, origin: 'created' }, new Date());
  if (!ensured) throw commonErrors.not_a_member();
  return viewOf(ensured.visitor, 'whole');
};
