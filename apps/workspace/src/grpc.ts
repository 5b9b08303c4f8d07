import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { serve } from '@parley/service-kit/grpc';

import { checkApiToken } from './access/check-api-token.grpc.ts';
import { checkExternal } from './access/check-external.grpc.ts';
import { checkToken } from './access/check-token.grpc.ts';
import { ensureEndUser } from './access/ensure-end-user.grpc.ts';
import { findTeammate } from './access/find-teammate.grpc.ts';
import { getDepartmentFacts } from './access/get-department.grpc.ts';
import { getLabelTexts } from './access/get-labels.grpc.ts';
import { getMembership } from './access/get-membership.grpc.ts';
import { getProjectFacts } from './access/get-project.grpc.ts';
import { getProjectAccess } from './access/get-project-access.grpc.ts';
import { getPublicKeySet } from './access/get-public-key-set.grpc.ts';
import { getRoutingContext } from './access/get-routing-context.grpc.ts';
import { getVerificationKey } from './access/get-verification-key.grpc.ts';
import { repeatDeletion } from './access/repeat-deletion.grpc.ts';
import { resolveMembers } from './access/resolve-members.grpc.ts';
import { setPresence } from './access/set-presence.grpc.ts';
import { signToken } from './access/sign-token.grpc.ts';
import { getCannedResponses } from './canned/get-canned-responses.grpc.ts';
import type { Context } from './context.ts';
import { createSignInCode } from './session/create-sign-in-code.grpc.ts';
import { countSubject } from './subject/count-subject.grpc.ts';
import { eraseSubject } from './subject/erase-subject.grpc.ts';
import { exportSubject } from './subject/export-subject.grpc.ts';
import { transfer } from './transfer/transfer.grpc.ts';
import { authenticateBasic } from './user/authenticate-basic.ts';

const identity = serve<typeof IdentityServiceService, Context>(
  IdentityServiceService,
  {
    authenticateBasic,
    getVerificationKey,
    getPublicKeys: getPublicKeySet,
    checkToken,
    checkApiToken,
    checkExternal,
    getMembership,
    getProjectAccess,
    signToken,
    createSignInCode,
    repeatDeletion,
  },
  {
    // Realtime verifies the credentials of its sockets by the same calls as the gateway.
    callers: {
      authenticateBasic: ['gateway', 'realtime'],
      getVerificationKey: ['gateway', 'realtime'],
      getPublicKeys: ['gateway', 'realtime'],
      checkToken: ['gateway', 'realtime'],
      checkApiToken: ['gateway', 'realtime'],
      checkExternal: ['gateway', 'realtime'],
      getMembership: 'all',
      getProjectAccess: ['gateway', 'realtime'],
      signToken: ['webhooks', 'contacts', 'analytics'],
      createSignInCode: ['all-in-one'],
      repeatDeletion: ['contacts'],
    },
  },
);

const directory = serve<typeof DirectoryServiceService, Context>(
  DirectoryServiceService,
  {
    getProject: getProjectFacts,
    getDepartment: getDepartmentFacts,
    getRoutingContext,
    resolveMembers,
    findTeammate,
    ensureEndUser,
    getLabels: getLabelTexts,
    getCannedResponses,
    setPresence,
  },
  {
    callers: {
      getProject: 'all',
      getDepartment: ['bots'],
      getRoutingContext: ['conversations'],
      resolveMembers: 'all',
      findTeammate: ['channels'],
      ensureEndUser: ['conversations'],
      getLabels: ['conversations', 'bots'],
      getCannedResponses: ['conversations'],
      setPresence: ['realtime'],
    },
  },
);

const subject = serve<typeof SubjectServiceService, Context>(
  SubjectServiceService,
  { export: exportSubject, erase: eraseSubject, count: countSubject },
  { callers: { export: ['contacts'], erase: ['contacts'], count: ['contacts'] } },
);

export const grpc = [identity, directory, subject, transfer];
