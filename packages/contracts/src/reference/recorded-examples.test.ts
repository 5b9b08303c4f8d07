import { endpoints, followed, operations } from '../../test/document.ts';
import * as contracts from '../index.ts';
import { namedSchemasOf } from '../openapi.ts';
import { recordedExamples } from './recorded-examples.ts';

interface Content {
  schema: { $ref?: string; items?: { $ref?: string } };
  example?: unknown;
}

const schemas = namedSchemasOf(contracts);

it('has examples of components and operations alone, each of the shape that its contract has now', () => {
  const faults = Object.entries(recordedExamples).flatMap(([name, example]) => {
    const schema = schemas[name] ?? endpoints.find(({ operation }) => operation === name)?.response;
    if (schema === undefined) return [`${name}: stands for nothing`];
    const { success, error } = schema.safeParse(example);
    return success ? [] : [`${name}: ${error}`];
  });

  expect(faults).toEqual([]);
});

it('holds nothing that differs from one recording to the next, or opens a door', () => {
  const text = JSON.stringify(recordedExamples);

  expect(text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)?.filter((at) => at !== '2026-01-15T09:30:00.000Z')).toEqual([]);
  expect(text.match(/\b[0-9a-f]{24}\b/g)?.filter((id) => !id.startsWith('64f0c0a1b2c3d4e5f6a7'))).toEqual([]);
  expect(text.match(/127\.0\.0\.1|localhost|eyJ[\w-]{10,}\.[\w-]{30,}/g)).toBeNull();
});

/** What the good call of a recording does not reach: mailed codes, cookies, an engine, deliveries, mails and files; and answers that are too long. */
const unrecorded = [
  ...['checkPasswordResetKey', 'resetPassword', 'getMailedInvitation', 'createSession', 'renewSession', 'endSession'],
  ...['listConnections', 'linkOidc', 'findConnection', 'endSessionsByIssuer', 'listSignInConnections'],
  ...['createSignInConnection', 'updateSignInConnection', 'deleteSignInConnection', 'checkSignInConnection'],
  ...['listSignInDomains', 'addSignInDomain', 'verifySignInDomain', 'deleteSignInDomain'],
  ...['signInWithFactor', 'createSessionWithFactor', 'beginPasskeySignIn', 'listFactors', 'proveSignIn', 'addTotp'],
  ...['confirmTotp', 'beginPasskey', 'addPasskey', 'renewRecoveryCodes', 'removeFactor'],
  ...['reportEngineStatus', 'redriveEngineDelivery', 'getDelivery', 'replayDelivery', 'listSubscriptionHistory'],
  ...[
    'receiveMail',
    'getInboundMail',
    'retryInboundMail',
    'routeInboundMail',
    'getRequestMail',
    'setMailCopies',
    'retryMessageMail',
  ],
  ...['checkMailbox', 'checkStoredMailbox', 'makeDkimKey', 'getMailboxDns', 'startMailConversation'],
  ...['listMailSuppressions', 'deleteMailSuppression'],
  ...['createExport', 'listExports', 'getExport', 'signExport', 'deleteExport', 'listImports'],
  ...['deleteImage', 'deleteFile', 'deleteProjectFile', 'importIntents'],
  ...['listRequests', 'listMyRequests', 'sendMessage', 'runMacro', 'listMentions'],
  ...['getPublicSurvey', 'answerSurvey', 'getSlaReport', 'getSatisfactionReport', 'listRatingComments'],
  ...['verifyActivities', 'previewRetention', 'listHolds', 'createHold', 'deleteHold'],
  ...['listShippedLabels', 'getAskedShippedLabels', 'getShippedLabels', 'getLanguageLabels'],
];

it('shows a recorded answer for every operation that answers JSON, but for those that a recording does not reach', () => {
  const bare = endpoints.flatMap(({ operation, status = 200 }) => {
    const written = operations.find(({ operationId }) => operationId === operation);
    const answer = followed(written?.responses[status] ?? {}) as { content?: Record<string, Content> };
    const content = answer.content?.['application/json'];
    if (content === undefined || content.example !== undefined) return [];
    const { $ref = content.schema.items?.$ref } = content.schema;
    const { examples } = ($ref === undefined ? {} : followed({ $ref })) as { examples?: unknown };
    return examples === undefined ? [operation] : [];
  });

  expect(bare.sort()).toEqual(unrecorded.sort());
});
