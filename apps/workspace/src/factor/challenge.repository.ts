import type { Database } from '@parley/service-kit/database';

import { hashOfCode, newCode } from '../code/code.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { challengeMs } from './factor.ts';

/** What a challenge is for. */
type ChallengePurpose = 'second_factor' | 'passkey' | 'new_passkey' | 'link';

export interface Challenge {
  purpose: ChallengePurpose;
  /** Absent: a passkey says who it is. */
  userId?: string;
  /** Of the password that was given. */
  credentialsVersion?: number;
  /** Of `link`: the identity that is to be linked. */
  issuer?: string;
  subject?: string;
  /** The sign-in by an issuer that it is the rest of. */
  loginId?: string;
}

interface ChallengeRow {
  purpose: ChallengePurpose;
  user_id: string | null;
  credentials_version: number | null;
  issuer: string | null;
  subject: string | null;
  login_id: string | null;
}

const columns = 'purpose, user_id, credentials_version, issuer, subject, login_id';

/** The only writer of `challenges`: sign-ins that wait for an answer. */
export class ChallengeRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** @returns 256 random bits for the client alone: only their hash is stored */
  async issue(challenge: Challenge, at: Date): Promise<string> {
    const { code, hash } = newCode();
    await this.#db.prisma.challenge.createMany({
      data: [{ ...challenge, challengeHash: hash, expiresAt: new Date(at.getTime() + challengeMs) }],
    });
    return code;
  }

  /** Does not use it up. */
  async find(challenge: string, at: Date): Promise<Challenge | undefined> {
    const [row] = await this.#db.query<ChallengeRow>(
      {
        name: 'find-challenge',
        text: `SELECT ${columns} FROM challenges WHERE challenge_hash = $1 AND expires_at > $2`,
      },
      [Buffer.from(hashOfCode(challenge)), at],
    );
    return row && toChallenge(row);
  }

  /** Uses it up, within the ambient transaction: exactly one of any number of concurrent callers succeeds. */
  async redeem(challenge: string, at: Date): Promise<Challenge | undefined> {
    const [row] = await this.#db.query<ChallengeRow>(
      {
        name: 'redeem-challenge',
        text: `DELETE FROM challenges WHERE challenge_hash = $1 AND expires_at > $2
               RETURNING ${columns}`,
      },
      [Buffer.from(hashOfCode(challenge)), at],
    );
    return row && toChallenge(row);
  }

  async dropExpiredBefore(time: Date): Promise<void> {
    await this.#db.prisma.challenge.deleteMany({ where: { expiresAt: { lt: time } } });
  }
}

function toChallenge({
  purpose,
  user_id: userId,
  credentials_version: version,
  issuer,
  subject,
  login_id: loginId,
}: ChallengeRow): Challenge {
  return {
    purpose,
    userId: userId ?? undefined,
    credentialsVersion: version ?? undefined,
    issuer: issuer ?? undefined,
    subject: subject ?? undefined,
    loginId: loginId ?? undefined,
  };
}
