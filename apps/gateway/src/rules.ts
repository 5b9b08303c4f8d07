import type { LimitRule } from '@parley/service-kit/security';

import type { Config } from './config.ts';

/** The limits that the gateway counts. Source: contract 00 section 8, 10 section 11. */
export interface Rules {
  calls: LimitRule;
  guest_calls: LimitRule;
  public_calls: LimitRule;
  guest_creations: LimitRule;
  public_transcript: LimitRule;
  public_survey: LimitRule;
  pages: LimitRule;
  files: LimitRule;
  probes: LimitRule;
  sign_in: LimitRule;
  sign_up: LimitRule;
  recovery: LimitRule;
  exchange: LimitRule;
  messaging_token: LimitRule;
  secret: LimitRule;
  refused_credentials: LimitRule;
}

export function rulesOf(config: Config): Rules {
  const identity = (points: number, seconds = 60): LimitRule => ({ points, seconds, factor: 'identity' });
  return {
    calls: { points: config.LIMIT_CALLS, seconds: 60 },
    guest_calls: { points: config.LIMIT_GUEST_CALLS, seconds: 60 },
    public_calls: { points: config.LIMIT_PUBLIC_CALLS, seconds: 60 },
    guest_creations: { points: config.LIMIT_GUEST_CREATIONS, seconds: 60 },
    public_survey: { points: config.LIMIT_PUBLIC_SURVEY, seconds: 60 },
    public_transcript: { points: config.LIMIT_PUBLIC_TRANSCRIPT, seconds: 60 },
    pages: { points: config.LIMIT_PAGES, seconds: 60 },
    files: { points: config.LIMIT_FILES, seconds: 60 },
    probes: { points: config.LIMIT_PROBES, seconds: 60 },
    sign_in: identity(config.LIMIT_SIGN_IN),
    sign_up: identity(config.LIMIT_SIGN_UP),
    recovery: identity(config.LIMIT_RECOVERY),
    exchange: identity(config.LIMIT_EXCHANGE),
    messaging_token: identity(config.LIMIT_MESSAGING_TOKEN),
    secret: identity(config.LIMIT_SECRET, 3_600),
    refused_credentials: identity(config.LIMIT_REFUSED_CREDENTIALS),
  };
}
