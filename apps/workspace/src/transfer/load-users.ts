import type { Database } from '@parley/service-kit/database';
import { type Batch, type Loaded, loadBatch, type Members, type TransferKind } from '@parley/service-kit/transfer';

interface Account {
  id: string;
  email: string;
  proved: boolean;
}

/** argon2id, or bcrypt up to a cost that does not stop a core; another hash is left out, and the password is reset by mail. */
const knownHash =
  /^(?:\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$|\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$)/;

/**
 * Accounts are global: a person whose proved address has one here is linked to it, and it stays as it is. Nobody gets an account by having
 * registered an address first. Source: contract 90 section 4.3
 */
export async function loadUsers(db: Database, kind: TransferKind, batch: Batch): Promise<Loaded> {
  const users = batch.records.map((text, line) => ({ text, line, ...summaryOf(text) }));
  const ordinary = users.filter(({ externalId }) => externalId === undefined);
  const accounts = await db.query<Account>(
    `select id, lower(email) as email, email_verified as proved from users
     where lower(email) = any($1) and provisioned_by is null and status = 100`,
    [ordinary.map(({ email }) => email)],
  );
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  const accountOf = (user: (typeof users)[number]) =>
    user.externalId === undefined && user.isLiving ? byEmail.get(user.email) : undefined;

  const fresh = users.filter((user) => !accountOf(user));
  const known = users.flatMap((user) => {
    const account = accountOf(user);
    return account ? [{ ...user, account }] : [];
  });
  const loaded = await loadBatch(db, kind, { ...batch, records: fresh.map(({ text }) => text) });
  return {
    stored: loaded.stored,
    unchanged: loaded.unchanged,
    linked: known.filter(({ account }) => account.proved).map(({ id, account }) => ({ id, ownId: account.id })),
    rejected: [
      ...loaded.rejected.map((one) => ({ ...one, line: fresh[one.line]?.line ?? one.line })),
      ...known
        .filter(({ account }) => !account.proved)
        .map(({ line, id }) => ({ line, id, code: 'address_unproved', param: 'email' })),
    ].sort((a, b) => a.line - b.line),
  };
}

function summaryOf(text: string) {
  const { _id, email, status, _externalId } = parsed(text);
  return {
    id: String(_id),
    email: String(email).toLowerCase(),
    isLiving: status !== 0,
    externalId: _externalId === undefined ? undefined : String(_externalId),
  };
}

function parsed(text: string): Members {
  try {
    return Object(JSON.parse(text)) as Members;
  } catch {
    return {};
  }
}

/** What is stored of a hash from elsewhere. */
export function hashToStore(hash: string | undefined): string | undefined {
  return hash !== undefined && knownHash.test(hash) ? hash : undefined;
}
