import { createHash, randomUUID } from 'node:crypto';

import { type Actor, type AnyEndpoint, callerIdOf, commonErrors, noProject } from '@parley/contracts';

import { currentCall } from '../call/call.ts';
import type { Database } from '../database/database.ts';
import type { Secrets } from '../security/secrets.ts';
import type { RenderedAnswer } from './rendered-answer.ts';

/** Which repeat a call would be of: the key of its claim, and what it asks. */
export interface Claim {
  projectId: string;
  principal: string;
  method: string;
  path: string;
  key: string;
  fingerprint: string;
  /** The same under former keys, while `DATA_KEY` is replaced: a repeat is one whichever key its first call met. */
  former?: readonly Pick<Claim, 'principal' | 'fingerprint'>[];
}

/** Makes the claim of a call. The fingerprint has a key: bodies with passwords are short enough to be guessed. */
export function claimOf(
  secrets: Secrets,
  endpoint: AnyEndpoint,
  actor: Actor,
  call: { path: string; search: string; key: string; body: Buffer },
): Claim {
  const principals = actor.kind === 'none' ? formerPrincipalsBy(secrets, call.key) : [];
  return {
    projectId: actor.projectId ?? noProject,
    principal: `${actor.kind}:${actor.kind === 'none' ? principalBy(secrets, call.key) : callerIdOf(actor)}`,
    method: endpoint.method,
    path: short(call.path.replace(/\/$/, '')),
    key: call.key,
    fingerprint: secrets.fingerprint(call.search, '\n', call.body),
    former: secrets.formerFingerprints(call.search, '\n', call.body).map((fingerprint, at) => ({
      principal: `${actor.kind}:${principals[at] ?? actor.id}`,
      fingerprint,
    })),
  };
}

/**
 * Id of the principal that a stranger becomes by a call under this key: a UUID, equal in each repeat. The stored answer is found by
 * it when the principal is erased.
 */
export function principalBy(secrets: Secrets, key: string): string {
  return uuidOf(secrets.fingerprint(...principalParts(key)));
}

function formerPrincipalsBy(secrets: Secrets, key: string): string[] {
  return secrets.formerFingerprints(...principalParts(key)).map(uuidOf);
}

const principalParts = (key: string) => ['principal by key\n', key] as const;

function uuidOf(fingerprint: string): string {
  const hex = Buffer.from(fingerprint, 'base64url').toString('hex');
  const part = (from: number, to: number) => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`;
}

/** What encrypts the stored answers of an endpoint: nothing, unless they hand out a secret. */
export function sealingOf({ secretAnswer }: AnyEndpoint, secrets: Secrets): Secrets | undefined {
  return secretAnswer === true ? secrets : undefined;
}

interface Stores {
  db: Database;
  /** Encrypts answers that hand out a secret. */
  secrets?: Secrets | undefined;
}

/**
 * Does the work once per key: its answer is stored in the transaction of its change and given again for 24 hours.
 * A refusal is not stored and frees the key; a claim whose process died is free after 10 s. Source: contract 00 section 7.
 * @throws commonErrors.idempotency_key_reused for another body, idempotency_in_progress while the first call runs
 */
export async function once(
  { db, secrets }: Stores,
  claim: Claim,
  work: () => Promise<RenderedAnswer>,
): Promise<RenderedAnswer> {
  const holder = randomUUID();
  for (const former of claim.former ?? []) {
    if (former.principal === claim.principal) continue;
    const [stored] = await db.query<StoredRow>(readClaim, primaryKey({ ...claim, ...former }));
    if (stored !== undefined) return replay(stored, { ...claim, ...former }, secrets);
  }
  const stored = await takeClaim(db, claim, holder);
  if (stored !== undefined) return replay(stored, claim, secrets);

  try {
    return await db.unitOfWork(async () => {
      const rendered = await work();
      const body = secrets?.seal(rendered.body, rowId(claim)) ?? rendered.body;
      const updated = await db.query(storeAnswer, [
        ...primaryKey(claim),
        holder,
        rendered.status,
        JSON.stringify(rendered.headers),
        body,
      ]);
      // Another call took the claim over while this one hung: its change stands, this one is rolled back.
      if (updated.length === 0) throw commonErrors.idempotency_in_progress();
      return rendered;
    });
  } catch (error) {
    // A key that cannot be freed now is free after 10 s: that must not hide why the call was refused.
    await db.query(release, [...primaryKey(claim), holder]).catch(() => {});
    throw error;
  }
}

/**
 * Binds a key to the body of a batch for 24 hours, without doing anything: its items are claimed one by one, and a repeat may go
 * on where the first call was cut.
 * @throws commonErrors.idempotency_key_reused for another body
 */
export async function bindKey(db: Database, claim: Claim): Promise<void> {
  const [bound] = await db.query<{ fingerprint: string }>(bindKeyRow, [...primaryKey(claim), claim.fingerprint]);
  if (!isOf(claim, bound?.fingerprint)) throw commonErrors.idempotency_key_reused();
}

/**
 * Does one item of a batch once per Idempotency-Key of the call, all of it in one transaction; without a key, at once.
 * @param item identifies it within the call
 * @throws commonErrors.idempotency_in_progress
 */
export async function onceForItem<T extends object>(db: Database, item: string, work: () => Promise<T>): Promise<T> {
  const { key, fingerprint, batch } = currentCall().idempotency ?? {};
  if (batch === undefined || key === undefined || fingerprint === undefined) return work();
  const claim = { ...batch, key, fingerprint, path: short(`${batch.path}/${item}`) };
  const { body } = await once({ db }, claim, async () => ({
    status: 200,
    headers: {},
    body: JSON.stringify(await work()),
  }));
  return JSON.parse(body) as T;
}

interface StoredRow {
  fingerprint: string;
  state: 'claimed' | 'done';
  status: number;
  headers: Record<string, string>;
  answer: string;
}

/** Takes the claim. @returns the row of an earlier call when there is one */
async function takeClaim(db: Database, claim: Claim, holder: string): Promise<StoredRow | undefined> {
  // The row may be freed between the two statements: then the claim is there to be taken.
  for (let attempt = 0; attempt < 3; attempt++) {
    const taken = await db.query(takeClaimRow, [...primaryKey(claim), claim.fingerprint, holder]);
    if (taken.length > 0) return undefined;

    const [row] = await db.query<StoredRow>(readClaim, primaryKey(claim));
    if (row !== undefined) return row;
  }
  throw commonErrors.idempotency_in_progress();
}

function replay(stored: StoredRow, claim: Claim, secrets: Secrets | undefined): RenderedAnswer {
  if (!isOf(claim, stored.fingerprint)) throw commonErrors.idempotency_key_reused();
  if (stored.state === 'claimed') throw commonErrors.idempotency_in_progress();
  const body = secrets?.open(stored.answer, rowId(claim)) ?? stored.answer;
  return { status: stored.status, headers: { ...stored.headers, 'idempotency-replayed': 'true' }, body };
}

function isOf({ fingerprint, former = [] }: Claim, stored: string | undefined): boolean {
  return stored === fingerprint || former.some((one) => one.fingerprint === stored);
}

function primaryKey({ projectId, principal, method, path, key }: Claim): string[] {
  return [projectId, principal, method, path, key];
}

function rowId(claim: Claim): string {
  return `idempotency ${primaryKey(claim).join(' ')}`;
}

// An index entry has room for 2700 bytes.
function short(path: string): string {
  return path.length <= 500 ? path : createHash('sha256').update(path).digest('base64url');
}

const takeClaimRow = {
  name: 'idempotency_take',
  text: `insert into idempotency
      (id_project, principal, method, path, key, fingerprint, state, holder, claimed_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, 'claimed', $7, now(), now() + interval '24 hours')
    on conflict (id_project, principal, method, path, key) do update
      set fingerprint = excluded.fingerprint, state = 'claimed', holder = excluded.holder, claimed_at = now(),
          expires_at = excluded.expires_at, status = null, headers = null, answer = null
      where idempotency.expires_at <= now()
         or (idempotency.state = 'claimed' and idempotency.claimed_at <= now() - interval '10 seconds')
    returning key`,
};

const bindKeyRow = {
  name: 'idempotency_bind',
  text: `insert into idempotency
      (id_project, principal, method, path, key, fingerprint, state, holder, claimed_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, 'claimed', '', now(), now() + interval '24 hours')
    on conflict (id_project, principal, method, path, key) do update
      set fingerprint = case when idempotency.expires_at <= now() then excluded.fingerprint else idempotency.fingerprint end,
          expires_at = case when idempotency.expires_at <= now() then excluded.expires_at else idempotency.expires_at end
    returning fingerprint`,
};

const readClaim = {
  name: 'idempotency_read',
  text: `select fingerprint, state, status, headers, answer from idempotency
    where id_project = $1 and principal = $2 and method = $3 and path = $4 and key = $5`,
};

const storeAnswer = {
  name: 'idempotency_keep',
  text: `update idempotency set state = 'done', status = $7, headers = $8::jsonb, answer = $9
    where id_project = $1 and principal = $2 and method = $3 and path = $4 and key = $5
      and holder = $6 and state = 'claimed'
    returning key`,
};

const release = {
  name: 'idempotency_release',
  text: `delete from idempotency
    where id_project = $1 and principal = $2 and method = $3 and path = $4 and key = $5
      and holder = $6 and state = 'claimed'`,
};

/** Forgets answers past their 24 hours, some at a time. */
export async function deleteExpiredAnswers(db: Database): Promise<void> {
  await db.query(`delete from idempotency where ctid in
    (select ctid from idempotency where expires_at <= now() order by expires_at limit 5000)`);
}

/** Selects stored answers by caller, path or content. */
export interface AnswersOf {
  projectId: string;
  /** Ids of callers, of whatever kind. */
  principals: readonly string[];
  /** Beginnings of paths. */
  paths: readonly string[];
  /** Texts of which one stands in the answer. */
  mentions?: readonly string[];
}

const answersOf = `id_project = $1 and (split_part(principal, ':', 2) = any($2)
  or exists (select from unnest($3::text[]) p (path) where starts_with(idempotency.path, p.path))
  or exists (select from unnest($4::text[]) m (text) where position(m.text in idempotency.answer) > 0))`;

function valuesOf({ projectId, principals, paths, mentions = [] }: AnswersOf): unknown[] {
  return [projectId, principals, paths, mentions];
}

/** Forgets answers that hold data of a person. Source: contract 30 section 5.2. @returns how many */
export async function eraseAnswers(db: Database, subject: AnswersOf): Promise<number> {
  const rows = await db.query(`delete from idempotency where ${answersOf} returning 1`, valuesOf(subject));
  return rows.length;
}

/** How many answers hold data of a person. */
export async function countAnswersOf(db: Database, subject: AnswersOf): Promise<number> {
  const text = `select count(*)::int as count from idempotency where ${answersOf}`;
  const [row] = await db.query<{ count: number }>(text, valuesOf(subject));
  return row?.count ?? 0;
}
