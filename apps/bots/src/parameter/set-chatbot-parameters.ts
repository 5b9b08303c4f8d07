import { type parameterApi, requestErrors, validationFailed } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { applyChanges } from '../engine/parameters.ts';

type SetChatbotParameters = Operation<typeof parameterApi.setChatbotParameters, Context>;

/** Stores all parameters or none, unlike writes of bots. */
export const setChatbotParameters: SetChatbotParameters = async (context, _actor, input) => {
  const { id_project, request_id, changes } = input;
  const request = await context.conversations.findRequest(id_project, request_id);
  if (!request) throw requestErrors.request_not_found();
  return context.turns.updateParameters(id_project, request, (current) => {
    const { parameters, faults } = applyChanges(current, changes);
    if (faults.length > 0) {
      throw validationFailed(faults.map(({ name, msg }) => ({ param: name, location: 'body', msg })));
    }
    return parameters;
  });
};
