// `npm run user -- reset-factor <e-mail>`: for a person who has lost their second factor and their recovery codes. Who asks for it has to be
// known to the operator: the password alone signs in afterwards.
import { randomBytes } from 'node:crypto';

import { connectDatabase } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { secretsUnder } from '@parley/service-kit/security';

import { FactorRepository } from './factor/factor.repository.ts';
import { Passkeys } from './factor/passkeys.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { UserRepository } from './user/user.repository.ts';

const [verb, email = ''] = process.argv.slice(2);
const url = process.env.DATABASE_URL_WORKSPACE;
if (verb !== 'reset-factor' || email === '' || !url) {
  process.stderr.write('usage: DATABASE_URL_WORKSPACE=… npm run user -- reset-factor <e-mail>\n');
  process.exit(2);
}

const log = createLogger({ service: 'workspace' });
const db = await connectDatabase({
  url,
  service: 'workspace',
  prisma: (adapter) => new PrismaClient({ adapter }),
  log,
});
const users = new UserRepository(db);
// Removing opens no secret, so it takes no key.
const factors = new FactorRepository(db, secretsUnder([randomBytes(32)]), new Passkeys('http://localhost'));
const found = await users.findByEmail(email.trim().toLowerCase());
if (found) await users.whileLocked(found.id, (user) => factors.removeAll(user, 'system'));
await db.close();
process.stdout.write(found ? 'The second factors and recovery codes are removed.\n' : 'There is no such user.\n');
process.exitCode = found ? 0 : 1;
