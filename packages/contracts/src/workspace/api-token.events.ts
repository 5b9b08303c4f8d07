import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { ApiTokenInEvent } from './api-token.views.ts';

const apiTokenChange = z.object({ api_token: ApiTokenInEvent });

/** Source: contract 12 section 4. */
export const apiTokenCreated = defineEvent('api_token.created', apiTokenChange);
export const apiTokenRotated = defineEvent('api_token.rotated', apiTokenChange);
/** From an address that it was not used from before; its first is not announced. */
export const apiTokenUsedElsewhere = defineEvent('api_token.used_elsewhere', apiTokenChange);
/** By a person, or with the membership of the person who made it. */
export const apiTokenRevoked = defineEvent('api_token.revoked', apiTokenChange);
