import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { SignInConnectionView, SignInDomainView } from './sign-in.views.ts';

const connectionChange = z.object({ connection: SignInConnectionView, changes: z.array(z.string()).optional() });
const domainChange = z.object({ domain: SignInDomainView });

/** Source: contract 12 section 2. */
export const signInConnectionCreated = defineEvent('sign_in_connection.created', connectionChange);
export const signInConnectionUpdated = defineEvent('sign_in_connection.updated', connectionChange);
export const signInConnectionDeleted = defineEvent('sign_in_connection.deleted', connectionChange);
/** An owner signed in beside an enforced connection. */
export const signInConnectionBypassed = defineEvent(
  'sign_in_connection.bypassed',
  z.object({ connection: SignInConnectionView, id_user: z.string() }),
);
export const signInDomainProved = defineEvent('sign_in_domain.proved', domainChange);
/** Removed, or its record has been missing for three days. */
export const signInDomainLost = defineEvent('sign_in_domain.lost', domainChange);
