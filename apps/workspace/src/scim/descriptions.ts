import { groupSchema, maxPage, userSchema } from './scim.ts';

const coreOf = (kind: string) => `urn:ietf:params:scim:schemas:core:2.0:${kind}`;
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** What the service can do (RFC 7643, 5). */
export const serviceProviderConfig = {
  schemas: [coreOf('ServiceProviderConfig')],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Machine token', description: 'A machine token with the right teammates.write.' },
  ],
};

export function resourceTypes(address: string) {
  const kinds = [
    { id: 'User', endpoint: '/Users', schema: userSchema },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema },
  ];
  return listed(
    kinds.map(({ id, endpoint, schema }) => ({
      ...{ schemas: [coreOf('ResourceType')], id, name: id, endpoint, schema },
      meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${id}` },
    })),
  );
}

const attribute = (name: string, more: object = {}) => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none', ...more },
});
const parts = (...subAttributes: object[]) => ({ type: 'complex', subAttributes });

export function schemas(address: string) {
  const user = [
    attribute('userName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
    attribute('name', parts(attribute('givenName'), attribute('familyName'))),
    attribute('emails', { ...parts(attribute('value')), multiValued: true, mutability: 'readOnly' }),
    attribute('active', { type: 'boolean' }),
  ];
  const group = [
    attribute('displayName', { required: true }),
    attribute('members', { ...parts(attribute('value')), multiValued: true }),
  ];
  return listed(
    [
      { id: userSchema, name: 'User', attributes: user },
      { id: groupSchema, name: 'Group', attributes: group },
    ].map((schema) => ({
      ...{ schemas: [coreOf('Schema')], ...schema },
      meta: { resourceType: 'Schema', location: `${address}/Schemas/${schema.id}` },
    })),
  );
}

function listed(resources: object[]) {
  const { length } = resources;
  return { schemas: [listSchema], totalResults: length, startIndex: 1, itemsPerPage: length, Resources: resources };
}
