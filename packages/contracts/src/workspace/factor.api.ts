import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyPathId, jsonObject, maybe, text } from '../fields.ts';
import { AddedFactorView, FactorsView, FactorView } from './factor.views.ts';
import { SessionView } from './session.api.ts';
import { SignedInView } from './user.api.ts';
import { GivenPassword } from './user.fields.ts';

const own = {
  right: 'none',
  role: 'signed_in',
  kinds: ['user'],
  refusal: 'users_only',
  idempotency: 'ignored',
  tag: 'Second factors',
} as const;
const open = { right: 'none', role: 'public', idempotency: 'ignored', rate: 'sign_in', tag: 'Sign-in' } as const;
const manages = ['recent_sign_in_required'] as const;

const FactorName = text(64).trim();
const Code = text(32, 1);
/** What the WebAuthn API of a browser answers, as JSON. */
const PasskeyAnswer = jsonObject(16_384, 6);
const Challenge = text(200, 1);
/** For the WebAuthn API of a browser. */
const PasskeyRequest = z.object({ challenge: z.string(), options: z.record(z.string(), z.unknown()) });
const EndSessions = z.boolean().default(true);
const ofFactor = z.object({ factor_id: AnyPathId });

/** Exactly one of the ways to answer. */
function oneWay<Shape extends z.ZodRawShape>(shape: Shape, ways: readonly (keyof Shape & string)[]) {
  return z.object(shape).superRefine((body, { addIssue }) => {
    const given = ways.filter((way) => (body as Record<string, unknown>)[way] !== undefined);
    if (given.length === 1) return;
    const message = `Exactly one of ${ways.map((way) => `\`${way}\``).join(', ')}`;
    addIssue({ code: 'custom', path: [given[1] ?? ways[0] ?? ''], message });
  });
}

/** The answer to a challenge. */
const FactorProof = oneWay(
  { challenge: Challenge, code: maybe(Code), recovery_code: maybe(Code), assertion: maybe(PasskeyAnswer) },
  ['code', 'recovery_code', 'assertion'],
);

/** Second factors of a person, and signing in with one. Source: contract 12 section 1. */
export const factorApi = defineApi('workspace', {
  signInWithFactor: {
    ...open,
    method: 'post',
    path: '/v3/auth/signin/factor',
    body: FactorProof,
    response: SignedInView,
    errors: ['invalid_credentials', 'sign_in_code_invalid', 'rate_limited', 'busy', 'sign_in_by_connection'],
    summary: 'Answer the challenge of a sign-in with a second factor',
    example: { body: { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', code: '123456' } },
  },
  createSessionWithFactor: {
    ...open,
    method: 'post',
    path: '/v3/auth/session/factor',
    cookie: 'session',
    body: FactorProof,
    response: SessionView,
    errors: [
      'invalid_credentials',
      'sign_in_code_invalid',
      'rate_limited',
      'busy',
      'sign_in_by_connection',
      'not_invited',
    ],
    summary: 'The same for a browser; sets the session cookie',
    description: 'For pages of the console: `Origin` must be one of its own.',
    example: { body: { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', code: '123456' } },
  },
  beginPasskeySignIn: {
    ...open,
    method: 'post',
    path: '/v3/auth/signin/passkey',
    body: z.object({}),
    response: PasskeyRequest,
    errors: [],
    summary: 'Begin to sign in with a passkey; its `assertion` answers the challenge at `/v3/auth/signin/factor`',
    example: { body: {} },
  },
  listFactors: {
    ...own,
    method: 'get',
    path: '/v3/users/factors',
    response: FactorsView,
    errors: [],
    summary: 'Your own second factors, and how many recovery codes are left',
  },
  proveSignIn: {
    ...own,
    method: 'post',
    path: '/v3/users/factors/proof',
    rate: 'sign_in',
    body: oneWay(
      {
        password: maybe(GivenPassword),
        code: maybe(Code),
        recovery_code: maybe(Code),
        challenge: maybe(Challenge),
        assertion: maybe(PasskeyAnswer),
      },
      ['password', 'code', 'recovery_code', 'assertion'],
    ),
    response: z.object({ success: z.literal(true) }),
    errors: ['invalid_credentials', 'sign_in_code_invalid', 'rate_limited', 'busy'],
    summary: 'Confirm your password or a second factor; for 10 minutes this session may then change second factors',
    example: { body: { password: 'analytical engine' } },
  },
  addTotp: {
    ...own,
    method: 'post',
    path: '/v3/users/factors/totp',
    secretAnswer: true,
    body: z.object({ name: maybe(FactorName) }),
    response: z.object({ _id: z.string(), secret: z.string(), uri: z.string() }),
    errors: [...manages, 'limit_reached'],
    summary: 'Begin to add an authenticator app; it counts once its first code is confirmed',
    example: { body: { name: 'Phone' } },
  },
  confirmTotp: {
    ...own,
    method: 'post',
    path: '/v3/users/factors/totp/:factor_id/confirm',
    identity: 'changes',
    secretAnswer: true,
    params: ofFactor,
    body: z.object({ code: Code, end_sessions: EndSessions }),
    response: AddedFactorView,
    errors: [...manages, 'factor_not_found', 'invalid_credentials', 'rate_limited'],
    summary: 'Confirm an authenticator app with its first code',
    description:
      'Your other sessions and tokens end, unless `end_sessions` is false. The first factor comes with ten recovery codes.',
    example: { body: { code: '123456' } },
  },
  beginPasskey: {
    ...own,
    method: 'post',
    path: '/v3/users/factors/passkeys/options',
    body: z.object({}),
    response: PasskeyRequest,
    errors: manages,
    summary: 'Begin to add a passkey',
    example: { body: {} },
  },
  addPasskey: {
    ...own,
    method: 'post',
    path: '/v3/users/factors/passkeys',
    identity: 'changes',
    secretAnswer: true,
    body: z.object({
      challenge: Challenge,
      response: PasskeyAnswer,
      name: maybe(FactorName),
      end_sessions: EndSessions,
    }),
    response: AddedFactorView,
    errors: [...manages, 'invalid_credentials', 'sign_in_code_invalid', 'limit_reached'],
    summary: 'Add the passkey that the browser has made',
    description:
      'Your other sessions and tokens end, unless `end_sessions` is false. The first factor comes with ten recovery codes.',
    example: { body: { challenge: 'bGltaXRlZCB0byBmaXZlIG1pbnV0ZXM', response: { id: 'AQID', type: 'public-key' } } },
  },
  renewRecoveryCodes: {
    ...own,
    method: 'post',
    path: '/v3/users/factors/recovery_codes',
    secretAnswer: true,
    body: z.object({}),
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: [...manages, 'factor_not_found'],
    summary: 'Get ten new recovery codes; the former ones are void',
    example: { body: {} },
  },
  removeFactor: {
    ...own,
    method: 'delete',
    path: '/v3/users/factors/:factor_id',
    identity: 'changes',
    params: ofFactor,
    response: FactorView,
    errors: [...manages, 'factor_not_found'],
    summary: 'Remove a second factor; with the last one, the recovery codes go as well',
  },
});
