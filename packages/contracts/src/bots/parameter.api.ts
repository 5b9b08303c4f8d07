import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, jsonObject, PathId } from '../fields.ts';

const ofRequest = {
  path: '/v3/:id_project/requests/:request_id/chatbot/parameters',
  params: z.object({ id_project: PathId, request_id: AnyPathId }),
  response: z.record(z.string(), z.unknown()),
  errors: ['request_not_found'],
  tag: 'Bots',
} as const;

/** What bots know of a request, by name. Source: contract 60 section 7.6. */
export const parameterApi = defineApi('bots', {
  getChatbotParameters: {
    right: 'requests.read',
    ...ofRequest,
    method: 'get',
    role: 'guest',
    kinds: everyPrincipal,
    summary: 'Get the parameters that bots have collected in a request',
  },
  setChatbotParameters: {
    right: 'requests.write',
    ...ofRequest,
    method: 'patch',
    role: 'agent',
    kinds: everyPrincipal,
    bodyLimit: 262_144,
    body: jsonObject(262_144, 21).transform((changes) => ({ changes })),
    summary: 'Set parameters of a request; null removes one',
    example: { body: { userFullname: 'Ada Lovelace', orderNumber: null } },
  },
});
