import { z } from 'zod';

import { ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { PathId, Timestamp } from '../fields.ts';

const secret = {
  role: 'admin',
  kinds: ordinaryUsers,
  refusal: 'users_only',
  params: z.object({ id_project: PathId }),
  tag: 'Project secret',
} as const;

/** The secret under which a customer's own server signs tokens. Source: contract 10 section 6. */
export const keyApi = defineApi('workspace', {
  generateSecret: {
    right: 'secret.write',
    ...secret,
    method: 'post',
    path: '/v3/:id_project/keys/generate',
    rate: 'secret',
    secretAnswer: true,
    identity: 'changes',
    response: z.object({ jwtSecret: z.string(), createdAt: Timestamp }),
    errors: [],
    summary: 'Generate a new secret, shown only once; the old one and all its tokens are revoked',
  },
  getSecretState: {
    right: 'secret.write',
    ...secret,
    method: 'get',
    path: '/v3/:id_project/keys',
    response: z.object({ configured: z.boolean(), createdAt: Timestamp.optional() }),
    errors: [],
    summary: 'Check whether custom authentication is configured',
  },
  deleteSecret: {
    right: 'secret.write',
    ...secret,
    method: 'delete',
    path: '/v3/:id_project/keys',
    identity: 'changes',
    response: z.object({ configured: z.literal(false) }),
    errors: [],
    summary: 'Disable custom authentication',
  },
});
