import {
  apiTokenApi,
  banApi,
  cannedApi,
  departmentApi,
  factorApi,
  groupApi,
  holidayApi,
  hoursApi,
  importApi,
  invitationApi,
  keyApi,
  labelApi,
  oidcApi,
  projectApi,
  pushApi,
  roleApi,
  scimApi,
  sessionApi,
  signInApi,
  tagApi,
  teammateApi,
  tokenApi,
  userApi,
  visitorApi,
  widgetApi,
} from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import { createApiToken } from './api-token/create-api-token.ts';
import { listApiTokens } from './api-token/list-api-tokens.ts';
import { revokeApiToken } from './api-token/revoke-api-token.ts';
import { rotateApiToken } from './api-token/rotate-api-token.ts';
import { banVisitor } from './ban/ban-visitor.ts';
import { liftBan } from './ban/lift-ban.ts';
import { createCannedResponse } from './canned/create-canned-response.ts';
import { deleteCannedResponse } from './canned/delete-canned-response.ts';
import { getCannedResponse } from './canned/get-canned-response.ts';
import { listCannedResponses } from './canned/list-canned-responses.ts';
import { updateCannedResponse } from './canned/update-canned-response.ts';
import type { Context } from './context.ts';
import { createDepartment } from './department/create-department.ts';
import { deleteDepartment } from './department/delete-department.ts';
import { getDepartment } from './department/get-department.ts';
import { listAllDepartments } from './department/list-all-departments.ts';
import { listDepartments } from './department/list-departments.ts';
import { updateDepartment } from './department/update-department.ts';
import { addPasskey } from './factor/add-passkey.ts';
import { addTotp } from './factor/add-totp.ts';
import { beginPasskey } from './factor/begin-passkey.ts';
import { beginPasskeySignIn } from './factor/begin-passkey-sign-in.ts';
import { confirmTotp } from './factor/confirm-totp.ts';
import { listFactors } from './factor/list-factors.ts';
import { proveSignIn } from './factor/prove-sign-in.ts';
import { removeFactor } from './factor/remove-factor.ts';
import { renewRecoveryCodes } from './factor/renew-recovery-codes.ts';
import { createGroup } from './group/create-group.ts';
import { deleteGroup } from './group/delete-group.ts';
import { disableGroup } from './group/disable-group.ts';
import { enableGroup } from './group/enable-group.ts';
import { getGroup } from './group/get-group.ts';
import { listGroups } from './group/list-groups.ts';
import { updateGroup } from './group/update-group.ts';
import { createHoliday } from './holiday/create-holiday.ts';
import { deleteHoliday } from './holiday/delete-holiday.ts';
import { getHoliday } from './holiday/get-holiday.ts';
import { listHolidays } from './holiday/list-holidays.ts';
import { updateHoliday } from './holiday/update-holiday.ts';
import { getOpenState } from './hours/get-open-state.ts';
import { listAvailableTeammates } from './hours/list-available-teammates.ts';
import { listImports } from './import/list-imports.ts';
import { acceptInvitation } from './invitation/accept-invitation.ts';
import { deleteInvitation } from './invitation/delete-invitation.ts';
import { getInvitation } from './invitation/get-invitation.ts';
import { getMailedInvitation } from './invitation/get-mailed-invitation.ts';
import { inviteTeammate } from './invitation/invite-teammate.ts';
import { listInvitations } from './invitation/list-invitations.ts';
import { resendInvitation } from './invitation/resend-invitation.ts';
import { updateInvitation } from './invitation/update-invitation.ts';
import { deleteSecret } from './key/delete-secret.ts';
import { generateSecret } from './key/generate-secret.ts';
import { getSecretState } from './key/get-secret-state.ts';
import { cloneShippedLabels } from './label/clone-shipped-labels.ts';
import { deleteLabels } from './label/delete-labels.ts';
import { deleteLanguageLabels } from './label/delete-language-labels.ts';
import { getLabels } from './label/get-labels.ts';
import { getLanguageLabels } from './label/get-language-labels.ts';
import { getShippedLabels } from './label/get-shipped-labels.ts';
import { listShippedLabels } from './label/list-shipped-labels.ts';
import { setDefaultLanguage } from './label/set-default-language.ts';
import { setLabels } from './label/set-labels.ts';
import { endSessionsByIssuer } from './oidc/end-sessions-by-issuer.http.ts';
import { findConnection } from './oidc/find-connection.ts';
import { finishOidc } from './oidc/finish-oidc.http.ts';
import { finishProjectOidc } from './oidc/finish-project-oidc.http.ts';
import { linkOidc } from './oidc/link-oidc.ts';
import { listConnections } from './oidc/list-connections.ts';
import { startOidc } from './oidc/start-oidc.http.ts';
import { createProject } from './project/create-project.ts';
import { deleteProject } from './project/delete-project.ts';
import { getProject } from './project/get-project.ts';
import { listProjects } from './project/list-projects.ts';
import { patchProjectAttributes } from './project/patch-project-attributes.ts';
import { updateProject } from './project/update-project.ts';
import { deletePushDevice } from './push/delete-push-device.ts';
import { listPushDevices } from './push/list-push-devices.ts';
import { savePushDevice } from './push/save-push-device.ts';
import { createRole } from './role/create-role.ts';
import { deleteRole } from './role/delete-role.ts';
import { listRoles } from './role/list-roles.ts';
import { updateRole } from './role/update-role.ts';
import { createScimGroup } from './scim/create-scim-group.ts';
import { createScimUser } from './scim/create-scim-user.ts';
import { deleteScimGroup } from './scim/delete-scim-group.ts';
import { deleteScimUser } from './scim/delete-scim-user.ts';
import { getScimConfig } from './scim/get-scim-config.ts';
import { getScimGroup } from './scim/get-scim-group.ts';
import { getScimUser } from './scim/get-scim-user.ts';
import { listScimGroups } from './scim/list-scim-groups.ts';
import { listScimResourceTypes } from './scim/list-scim-resource-types.ts';
import { listScimSchemas } from './scim/list-scim-schemas.ts';
import { listScimUsers } from './scim/list-scim-users.ts';
import { patchScimGroup } from './scim/patch-scim-group.ts';
import { patchScimUser } from './scim/patch-scim-user.ts';
import { replaceScimGroup } from './scim/replace-scim-group.ts';
import { replaceScimUser } from './scim/replace-scim-user.ts';
import { createSession } from './session/create-session.ts';
import { createSessionWithFactor } from './session/create-session-with-factor.ts';
import { endSession } from './session/end-session.http.ts';
import { renewSession } from './session/renew-session.http.ts';
import { addSignInDomain } from './sign-in/add-sign-in-domain.ts';
import { checkSignInConnection } from './sign-in/check-sign-in-connection.ts';
import { createSignInConnection } from './sign-in/create-sign-in-connection.ts';
import { deleteSignInConnection } from './sign-in/delete-sign-in-connection.ts';
import { deleteSignInDomain } from './sign-in/delete-sign-in-domain.ts';
import { listSignInConnections } from './sign-in/list-sign-in-connections.ts';
import { listSignInDomains } from './sign-in/list-sign-in-domains.ts';
import { updateSignInConnection } from './sign-in/update-sign-in-connection.ts';
import { verifySignInDomain } from './sign-in/verify-sign-in-domain.ts';
import { createTag } from './tag/create-tag.ts';
import { deleteTag } from './tag/delete-tag.ts';
import { getTag } from './tag/get-tag.ts';
import { listTags } from './tag/list-tags.ts';
import { updateTag } from './tag/update-tag.ts';
import { createVisitor } from './teammate/create-visitor.ts';
import { getOwnTeammate } from './teammate/get-own-teammate.ts';
import { getTeammate } from './teammate/get-teammate.ts';
import { getTeammateByUser } from './teammate/get-teammate-by-user.ts';
import { listTeammates } from './teammate/list-teammates.ts';
import { removeTeammate } from './teammate/remove-teammate.ts';
import { restoreTeammate } from './teammate/restore-teammate.ts';
import { searchTeammate } from './teammate/search-teammate.ts';
import { updateOwnTeammate } from './teammate/update-own-teammate.ts';
import { updateTeammate } from './teammate/update-teammate.ts';
import { createMessagingToken } from './token/create-messaging-token.ts';
import { getPublicKeys } from './token/get-public-keys.ts';
import { listTokens } from './token/list-tokens.ts';
import { revokeToken } from './token/revoke-token.ts';
import { revokeTokenById } from './token/revoke-token-by-id.ts';
import { signOut } from './token/sign-out.ts';
import { testAuth } from './token/test-auth.ts';
import { changePassword } from './user/change-password.ts';
import { checkPasswordResetKey } from './user/check-password-reset-key.ts';
import { deleteUser } from './user/delete-user.ts';
import { getUser } from './user/get-user.ts';
import { requestPasswordReset } from './user/request-password-reset.ts';
import { resendVerificationMail } from './user/resend-verification-mail.ts';
import { resetPassword } from './user/reset-password.ts';
import { signIn } from './user/sign-in.ts';
import { signInWithFactor } from './user/sign-in-with-factor.ts';
import { signUp } from './user/sign-up.ts';
import { updateUser } from './user/update-user.ts';
import { verifyEmail } from './user/verify-email.ts';
import { signInAnonymously } from './visitor/sign-in-anonymously.ts';
import { signInWithCustomToken } from './visitor/sign-in-with-custom-token.http.ts';
import { getWidgetSettings } from './widget/get-widget-settings.ts';

export const http = combine(
  implement<typeof userApi, Context>(userApi, {
    signUp,
    signIn,
    verifyEmail,
    requestPasswordReset,
    checkPasswordResetKey,
    resetPassword,
    getUser,
    updateUser,
    changePassword,
    resendVerificationMail,
    deleteUser,
  }),
  implement<typeof tokenApi, Context>(tokenApi, {
    listTokens,
    revokeTokenById,
    revokeToken,
    signOut,
    createMessagingToken,
    testAuth,
    getPublicKeys,
  }),
  implement<typeof apiTokenApi, Context>(apiTokenApi, {
    listApiTokens,
    createApiToken,
    rotateApiToken,
    revokeApiToken,
  }),
  implement<typeof pushApi, Context>(pushApi, { listPushDevices, savePushDevice, deletePushDevice }),
  implement<typeof sessionApi, Context>(sessionApi, { createSession, renewSession, endSession }),
  implement<typeof factorApi, Context>(factorApi, {
    signInWithFactor,
    createSessionWithFactor,
    listFactors,
    proveSignIn,
    addTotp,
    confirmTotp,
    renewRecoveryCodes,
    beginPasskeySignIn,
    beginPasskey,
    addPasskey,
    removeFactor,
  }),
  implement<typeof oidcApi, Context>(oidcApi, {
    listConnections,
    findConnection,
    startOidc,
    finishOidc,
    finishProjectOidc,
    endSessionsByIssuer,
    linkOidc,
  }),
  implement<typeof signInApi, Context>(signInApi, {
    listSignInConnections,
    createSignInConnection,
    updateSignInConnection,
    deleteSignInConnection,
    checkSignInConnection,
    listSignInDomains,
    addSignInDomain,
    verifySignInDomain,
    deleteSignInDomain,
  }),
  implement<typeof scimApi, Context>(scimApi, {
    getScimConfig,
    listScimResourceTypes,
    listScimSchemas,
    listScimUsers,
    getScimUser,
    createScimUser,
    replaceScimUser,
    patchScimUser,
    deleteScimUser,
    listScimGroups,
    getScimGroup,
    createScimGroup,
    replaceScimGroup,
    patchScimGroup,
    deleteScimGroup,
  }),
  implement<typeof visitorApi, Context>(visitorApi, { signInAnonymously, signInWithCustomToken }),
  implement<typeof keyApi, Context>(keyApi, { generateSecret, getSecretState, deleteSecret }),
  implement<typeof projectApi, Context>(projectApi, {
    createProject,
    listProjects,
    getProject,
    updateProject,
    // Clients use either method for the same change.
    patchProject: updateProject,
    patchProjectAttributes,
    deleteProject,
  }),
  implement<typeof importApi, Context>(importApi, { listImports }),
  implement<typeof holidayApi, Context>(holidayApi, {
    listHolidays,
    getHoliday,
    createHoliday,
    updateHoliday,
    deleteHoliday,
  }),
  implement<typeof hoursApi, Context>(hoursApi, { getOpenState, listAvailableTeammates }),
  implement<typeof banApi, Context>(banApi, { banVisitor, liftBan }),
  implement<typeof widgetApi, Context>(widgetApi, { getWidgetSettings }),
  implement<typeof teammateApi, Context>(teammateApi, {
    listTeammates,
    getOwnTeammate,
    searchTeammate,
    getTeammateByUser,
    getTeammate,
    createVisitor,
    updateOwnTeammate,
    updateTeammate,
    restoreTeammate,
    removeTeammate,
  }),
  implement<typeof roleApi, Context>(roleApi, { listRoles, createRole, updateRole, deleteRole }),
  implement<typeof invitationApi, Context>(invitationApi, {
    inviteTeammate,
    listInvitations,
    getInvitation,
    resendInvitation,
    updateInvitation,
    deleteInvitation,
    getMailedInvitation,
    acceptInvitation,
  }),
  implement<typeof groupApi, Context>(groupApi, {
    listGroups,
    getGroup,
    createGroup,
    updateGroup,
    enableGroup,
    disableGroup,
    deleteGroup,
  }),
  implement<typeof departmentApi, Context>(departmentApi, {
    listDepartments,
    listAllDepartments,
    getDepartment,
    createDepartment,
    updateDepartment,
    patchDepartment: updateDepartment,
    deleteDepartment,
  }),
  implement<typeof tagApi, Context>(tagApi, { listTags, getTag, createTag, updateTag, deleteTag }),
  implement<typeof cannedApi, Context>(cannedApi, {
    listCannedResponses,
    getCannedResponse,
    createCannedResponse,
    updateCannedResponse,
    deleteCannedResponse,
  }),
  implement<typeof labelApi, Context>(labelApi, {
    getLabels,
    listShippedLabels,
    getAskedShippedLabels: getShippedLabels,
    getShippedLabels,
    getLanguageLabels,
    setLabels,
    cloneShippedLabels,
    setDefaultLanguage,
    deleteLanguageLabels,
    deleteLabels,
  }),
);
