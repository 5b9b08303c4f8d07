import { newId } from '@parley/service-kit/call';

import { type EndpointRow, idAt, type Place, type RecordMaker } from './row.ts';

const newEmail = (): string => `${newId()}@acme.example`;
const newPassword = 'analytical engine';
const noCode: RecordMaker = () => 'a-code-that-was-never-mailed';

/** A visitor of the project: a membership that no other test needs. */
async function newVisitor({ owner, projectId }: Place): Promise<string> {
  return idAt(await owner('post', '/auth/signinAnonymously', { id_project: projectId }), 'user', '_id');
}

async function newMembership(place: Place): Promise<string> {
  const visitor = await newVisitor(place);
  return idAt(await place.owner('get', `/${place.projectId}/project_users/users/${visitor}`), 0, '_id');
}

/** The owner, whom no call removes. */
async function ownMembership({ owner, projectId }: Place): Promise<string> {
  return idAt(await owner('get', `/${projectId}/project_users/me`), 0, '_id');
}

function newPushDevice() {
  return {
    endpoint: `https://push.example/send/${newId()}`,
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  };
}

/** The last parameter of a path is made by these, `params` are those before it. */
export const workspaceRecords: Record<string, RecordMaker> = {
  user_id: newVisitor,
  project_user_id: newMembership,
  department_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/departments`, { name: 'Sales' }), '_id'),
  invitation_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/pendinginvitations`, { email: newEmail() }), 'pendingInvitation', '_id'),
  group_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/groups`, { name: 'Night shift' }), '_id'),
  banid: async ({ owner, projectId }) =>
    idAt(await owner('post', `/projects/${projectId}/ban`, { id: newId() }), 'bannedUsers', -1, '_id'),
  tag_id: async ({ owner, projectId }) => idAt(await owner('post', `/${projectId}/tags`, { tag: newId() }), '_id'),
  canned_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/canned`, { text: 'Hello', shared: true }), '_id'),
  factor_id: async ({ owner }) => idAt(await owner('post', '/users/factors/totp', {}), '_id'),
  api_token_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/api_tokens`, { name: 'Export', role: 'agent', expires_in: 3_600 }), '_id'),
  holiday_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/holidays`, { name: 'Christmas', from: '2026-12-25' }), '_id'),
  domain: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/sign_in/domains`, { domain: `${newId()}.example` }), 'domain'),
  scim_user_id: ownMembership,
  scim_group_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/groups`, { name: 'Night shift' }), '_id'),
  push_device_id: async ({ owner, projectId }) =>
    idAt(await owner('put', `/${projectId}/push_devices`, newPushDevice()), '_id'),
  role_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/roles`, { name: newId(), base: 'agent' }), '_id'),
  /** A language that is not the default one. */
  lang: async ({ owner, projectId }) => {
    const data = { LABEL_PLACEHOLDER: 'Write' };
    await owner('post', `/${projectId}/labels`, { lang: 'EN', data, default: true });
    return idAt(await owner('post', `/${projectId}/labels`, { lang: 'FR', data }), 'lang');
  },
  code: noCode,
  key: noCode,
  id_user: ({ known }) => known.user ?? newId(),
  /** Of the token that calls. */
  jti: ({ caller }) => caller?.jti ?? crypto.randomUUID(),
};

export const workspaceRows: Record<string, EndpointRow> = {
  signUp: { body: () => ({ email: newEmail(), password: newPassword, firstname: 'Ada', lastname: 'Lovelace' }) },
  signIn: { refuses: ['invalid_credentials'] },
  verifyEmail: { refuses: ['verification_code_invalid'], otherIds: { id_user: [401], code: [401] } },
  requestPasswordReset: { body: () => ({ email: newEmail() }) },
  checkPasswordResetKey: { refuses: ['reset_key_invalid'] },
  resetPassword: { body: () => ({ password: newPassword }), refuses: ['reset_key_invalid'] },
  getUser: {},
  updateUser: { body: () => ({ description: 'Counts' }) },
  changePassword: {
    isLast: true,
    body: ({ caller }) => ({ oldpsw: caller?.password ?? 'not known', newpsw: newPassword }),
  },
  resendVerificationMail: {},
  deleteUser: { isLast: true },

  listTokens: {},
  revokeTokenById: {
    isLast: true,
    params: {
      id: async ({ caller }) => idAt((await caller?.ask?.('get', '/jwt/history')) ?? [{ _id: newId() }], 0, '_id'),
    },
  },
  revokeToken: { isLast: true },
  signOut: { isLast: true },
  // From a browser's page only, with a cookie that these tests do not keep.
  createSession: { refuses: ['origin_not_allowed', 'invalid_credentials'] },
  renewSession: { refuses: ['origin_not_allowed', 'unauthorized'] },
  endSession: { refuses: ['origin_not_allowed'] },
  createMessagingToken: {},
  listConnections: {},
  findConnection: { body: () => ({ email: newEmail() }) },
  // Leads to the sign-in page, which says that there is nothing to finish.
  finishProjectOidc: {
    params: { connection: () => 'unknown' },
    otherIds: { connection: [302] },
    refuses: ['sign_in_code_invalid'],
  },
  endSessionsByIssuer: { params: { connection: () => 'unknown' }, refuses: ['connection_not_found'] },
  listSignInConnections: {},
  // No provider is at hand.
  createSignInConnection: { refuses: ['issuer_invalid', 'url_not_allowed'] },
  updateSignInConnection: { params: { sign_in_connection_id: () => newId() }, refuses: ['connection_not_found'] },
  deleteSignInConnection: { params: { sign_in_connection_id: () => newId() }, refuses: ['connection_not_found'] },
  checkSignInConnection: { params: { sign_in_connection_id: () => newId() }, refuses: ['connection_not_found'] },
  listSignInDomains: {},
  addSignInDomain: { body: () => ({ domain: `${newId()}.example` }) },
  verifySignInDomain: { refuses: ['domain_not_proved'] },
  deleteSignInDomain: {},
  getScimConfig: {},
  listScimResourceTypes: {},
  listScimSchemas: {},
  listScimUsers: {},
  getScimUser: {},
  createScimUser: { body: () => ({ userName: newEmail() }), refuses: ['domain_not_proved'] },
  replaceScimUser: { refuses: ['scim_unchangeable'] },
  patchScimUser: { body: () => ({ Operations: [{ op: 'replace', path: 'externalId', value: newId() }] }) },
  deleteScimUser: { refuses: ['last_owner', 'owner_required'] },
  listScimGroups: {},
  getScimGroup: {},
  createScimGroup: {},
  replaceScimGroup: {},
  patchScimGroup: {},
  deleteScimGroup: {},
  startOidc: { params: { connection: () => 'unknown' }, refuses: ['connection_not_found'] },
  // As that of a project.
  finishOidc: { refuses: ['sign_in_code_invalid'] },
  linkOidc: { refuses: ['origin_not_allowed', 'sign_in_code_invalid'] },
  signInWithFactor: { refuses: ['sign_in_code_invalid'] },
  createSessionWithFactor: { refuses: ['origin_not_allowed', 'sign_in_code_invalid'] },
  beginPasskeySignIn: { isFresh: true },
  listFactors: {},
  proveSignIn: { body: () => ({ password: 'not known' }), refuses: ['invalid_credentials'] },
  addTotp: { isFresh: true },
  confirmTotp: { refuses: ['invalid_credentials'] },
  beginPasskey: { isFresh: true },
  addPasskey: { refuses: ['invalid_credentials'] },
  renewRecoveryCodes: { refuses: ['factor_not_found'] },
  removeFactor: { refuses: ['factor_not_found'] },
  listRoles: {},
  createRole: {},
  updateRole: {},
  deleteRole: {},
  listHolidays: {},
  getHoliday: {},
  createHoliday: {},
  updateHoliday: {},
  deleteHoliday: {},
  listApiTokens: {},
  createApiToken: {
    isFresh: true,
    body: () => ({ name: 'Export', role: 'agent', expires_in: 3_600, allowed_ips: ['203.0.113.0/24'] }),
  },
  rotateApiToken: { isFresh: true },
  revokeApiToken: {},
  listPushDevices: {},
  savePushDevice: { body: newPushDevice },
  deletePushDevice: {},
  testAuth: {},
  getPublicKeys: {},
  signInAnonymously: { body: ({ projectId }) => ({ id_project: projectId }) },
  // Looks at the header by itself, which a service of its own is not handed.
  signInWithCustomToken: { refuses: ['unauthorized'] },

  generateSecret: { isLast: true },
  getSecretState: {},
  deleteSecret: { isLast: true },

  createProject: {},
  listProjects: {},
  listImports: {},
  getProject: {},
  updateProject: { body: () => ({ name: 'Acme' }) },
  patchProject: { body: () => ({ name: 'Acme' }) },

  patchProjectAttributes: { body: () => ({ shop: 'Rome' }) },
  deleteProject: { isLast: true },
  banVisitor: { body: () => ({ id: newId() }) },
  liftBan: {},
  getOpenState: {},
  listAvailableTeammates: {},
  getWidgetSettings: {},

  listTeammates: {},
  getOwnTeammate: {},
  getTeammateByUser: {},
  getTeammate: {},
  searchTeammate: { query: ({ email = '' }) => ({ email }) },
  createVisitor: {},
  updateOwnTeammate: { body: () => ({ profileStatus: 'busy' }) },
  updateTeammate: { body: () => ({ profileStatus: 'busy' }) },
  restoreTeammate: {
    params: {
      project_user_id: async (place) => {
        const id = await newMembership(place);
        await place.owner('delete', `/${place.projectId}/project_users/${id}`);
        return id;
      },
    },
  },
  removeTeammate: {},

  inviteTeammate: { body: () => ({ email: newEmail() }) },
  listInvitations: {},
  getInvitation: {},
  resendInvitation: {},
  updateInvitation: {},
  deleteInvitation: {},
  getMailedInvitation: { refuses: ['invitation_not_found'] },
  acceptInvitation: { refuses: ['invitation_not_found'] },

  listDepartments: {},
  listAllDepartments: {},
  getDepartment: {},
  createDepartment: { body: () => ({ name: 'Sales' }) },
  updateDepartment: { body: () => ({ description: 'Before you buy' }) },
  patchDepartment: { body: () => ({ description: 'Before you buy' }) },
  deleteDepartment: {},

  listGroups: {},
  getGroup: {},
  createGroup: { body: ({ known }) => ({ name: 'Night shift', members: [known.user] }) },
  updateGroup: { body: () => ({ name: 'Day shift' }) },
  enableGroup: {},
  disableGroup: {},
  deleteGroup: {},

  listTags: {},
  getTag: {},
  createTag: { body: () => ({ tag: newId() }) },
  updateTag: { body: () => ({ tag: newId() }) },
  deleteTag: {},

  listCannedResponses: {},
  getCannedResponse: {},
  createCannedResponse: {},
  updateCannedResponse: { body: () => ({ text: 'Good morning' }) },
  deleteCannedResponse: {},

  getLabels: {},
  listShippedLabels: {},
  getAskedShippedLabels: {},
  getShippedLabels: {},
  getLanguageLabels: {},
  setLabels: {},
  cloneShippedLabels: {},
  setDefaultLanguage: {},
  deleteLanguageLabels: {},
  deleteLabels: {},
};
