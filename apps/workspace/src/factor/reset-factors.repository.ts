import { randomBytes } from 'node:crypto';

import { connectDatabase } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { secretsUnder } from '@parley/service-kit/security';

import { PrismaClient } from '../generated/prisma/client.ts';
import { UserRepository } from '../user/user.repository.ts';
import { FactorRepository } from './factor.repository.ts';
import { Passkeys } from './passkeys.ts';

/** Removes the second factors and recovery codes of a person, beside the running service. @returns false when there is no such user */
export async function resetFactors(url: string, email: string): Promise<boolean> {
  const log = createLogger({ service: 'workspace' });

  const db = await connectDatabase({
    ...{ url, service: 'workspace', log },
    prisma: (adapter) => new PrismaClient({ adapter }),
  });
  try {
    const users = new UserRepository(db);
    // Removing opens no secret, so it takes no key.
    const factors = new FactorRepository(db, secretsUnder([randomBytes(32)]), new Passkeys('http://localhost'));
    const found = await users.findByEmail(email.trim().toLowerCase());
    if (found) await users.whileLocked(found.id, (user) => factors.removeAll(user, 'system'));
    return found !== undefined;
  } finally {
    await db.close();
  }
}
