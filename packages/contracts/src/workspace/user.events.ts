import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { UserView } from './user.views.ts';

/** How the user came in: `password`, `invitation`, `anonymous`, `custom_token`. */
const Via = z.string();

export const userSignedUp = defineEvent('user.signed_up', z.object({ user: UserView, via: Via }));

/** `jti` of the token that was issued; never the token. */
export const userSignedIn = defineEvent(
  'user.signed_in',
  z.object({ id_user: z.string(), via: Via, jti: z.string().optional() }),
);

/** Of an account; by its id alone. */
export const userDeleted = defineEvent('user.deleted', z.object({ id_user: z.string() }));
