import { defineErrors, type ErrorDetails } from '../errors.ts';

/** Codes of contract 12 section 3. `scimType` in the details is the word of RFC 7644. */
export const scimErrors = defineErrors({
  scim_filter_invalid: [
    'bad_request',
    'The filter is not supported: use `eq` with userName, displayName, externalId or id.',
  ],
  scim_value_invalid: ['bad_request', 'A value is not valid.'],
  scim_unchangeable: ['bad_request', 'userName is the address of the account, which only its owner changes.'],
  scim_user_not_found: ['not_found', 'There is no user with this id.'],
  scim_user_exists: ['conflict', 'The user, or another one with this externalId, is provisioned already.'],
});

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** What makes a problem document an error of SCIM as well. */
export function scimDetails(scimType: string, more: ErrorDetails = {}): ErrorDetails {
  return { schemas: [errorSchema], scimType, ...more };
}
