import type { Actor } from '@parley/contracts';
import { TOTP } from 'otpauth';

import type { PeopleHarness, Person } from './people-harness.ts';

/** An authenticator app of a person. */
export interface Authenticator {
  secret: string;
  recoveryCodes: string[];
  /** The next code that was not shown before: of the present step, then of the one after it. */
  code(): string;
  /** The n-th of codes that are right at no time near. */
  wrongCode(n: number): string;
}

export function newAuthenticator(secret: string, recoveryCodes: string[] = []): Authenticator {
  const app = new TOTP({ secret });
  const near = () =>
    new Set([-2, -1, 0, 1, 2, 3].map((step) => app.generate({ timestamp: Date.now() + step * 30_000 })));
  let last = 0;
  return {
    secret,
    recoveryCodes,
    code() {
      // One step ahead is within the leeway: a test need not wait for the next.
      last = Math.max(app.counter(), last + 1);
      return app.generate({ timestamp: last * 30_000 });
    },
    wrongCode(n) {
      const taken = near();
      let code = n;
      while (taken.has(String(code).padStart(6, '0'))) code += 500_000;
      return String(code).padStart(6, '0');
    },
  };
}

/** Adds one to a person’s account. */
export async function withTotp(
  people: Pick<PeopleHarness, 'as'>,
  person: Person,
  { actor = person.actor, endsSessions = false }: { actor?: Actor; endsSessions?: boolean } = {},
): Promise<Authenticator> {
  const own = people.as(actor);
  const begun = await own.addTotp({});
  if (begun.status !== 200) throw new Error(`addTotp answered ${begun.status} ${begun.body.code}`);
  const app = newAuthenticator(begun.body.secret);
  const { status, body } = await own.confirmTotp({
    factor_id: begun.body._id,
    code: app.code(),
    end_sessions: endsSessions,
  });
  if (status !== 200) throw new Error(`confirmTotp answered ${status} ${body.code}`);
  return { ...app, recoveryCodes: body.recovery_codes ?? [] };
}
