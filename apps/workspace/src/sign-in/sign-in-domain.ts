import { type SignInDomainView, signInDomainLost, signInDomainProved } from '@parley/contracts';

/** A domain that a project has named, and perhaps proved. */
export interface SignInDomain {
  projectId: string;
  domain: string;
  /** Of the TXT record. */
  token: string;
  provedAt?: Date;
  checkedAt?: Date;
  /** Since when the record of a proved domain is not found. */
  missingSince?: Date;
  createdBy: string;
  createdAt: Date;
}

/** How long the record of a proved domain may be missing. */
const missingMs = 3 * 86_400_000;
/** After which a proved domain is looked up again. */
export const recheckMs = 86_400_000;

function recordOf({ token }: Pick<SignInDomain, 'token'>): string {
  return `parley-verify=${token}`;
}

/** The domain after a look at its records. @param records of the domain; absent: no name server has answered, which says nothing */
export function judge(current: SignInDomain, records: readonly string[] | undefined, at: Date): SignInDomain {
  if (records === undefined) return { ...current, checkedAt: at };
  const isThere = records.some((record) => record.trim() === recordOf(current));
  if (isThere) return { ...current, provedAt: current.provedAt ?? at, checkedAt: at, missingSince: undefined };
  if (current.provedAt === undefined) return { ...current, checkedAt: at };
  const missingSince = current.missingSince ?? at;
  const isLost = at.getTime() - missingSince.getTime() >= missingMs;
  return {
    ...current,
    checkedAt: at,
    ...(isLost ? { provedAt: undefined, missingSince: undefined } : { missingSince }),
  };
}

/** What a change of its proof announces. */
export function announced(before: SignInDomain, after: SignInDomain) {
  const isProved = after.provedAt !== undefined;
  if ((before.provedAt !== undefined) === isProved) return [];
  const domain = viewOf(after);
  return [isProved ? signInDomainProved({ domain }) : signInDomainLost({ domain })];
}

export function viewOf(domain: SignInDomain): SignInDomainView {
  return {
    id_project: domain.projectId,
    domain: domain.domain,
    record: recordOf(domain),
    proved_at: domain.provedAt?.toISOString(),
    checked_at: domain.checkedAt?.toISOString(),
    missing_since: domain.missingSince?.toISOString(),
    createdBy: domain.createdBy,
    createdAt: domain.createdAt.toISOString(),
  };
}
