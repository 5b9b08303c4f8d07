import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';

type ListWidgetRules = GrpcHandler<(typeof BotsServiceService)['listWidgetRules'], Context>;

export const listWidgetRules: ListWidgetRules = async ({ bots }, { idProject }) => {
  const living = await bots.living(idProject);
  const rules = living.flatMap(({ attributes }) => (Array.isArray(attributes.rules) ? attributes.rules : []));
  return { rulesJson: rules.map((rule) => JSON.stringify(rule)) };
};
