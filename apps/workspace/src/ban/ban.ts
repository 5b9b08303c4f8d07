import { banErrors, commonErrors } from '@parley/contracts';

import type { Ban, Project } from '../project/project.ts';
import { type ProjectChange, withBans } from '../project/project-change.ts';

const maxBans = 1000;

/** What to ban: a visitor, an address, or both. */
export interface BanTarget {
  principalId?: string;
  /** In canonical form. */
  ip?: string;
}

/** The id, author and time of a new entry. */
export type BanMetadata = Pick<Ban, 'id' | 'createdBy' | 'createdAt'>;

/**
 * Adds only what is not banned yet; a ban without anything new is a no-op.
 * @throws commonErrors.limit_reached
 */
export function ban(current: Project, { principalId, ip }: BanTarget, facts: BanMetadata): ProjectChange {
  const isKnown = current.bans.some((known) => known.principalId === principalId);
  const isKnownAddress = current.bans.some((known) => known.ip === ip);
  const added = { principalId: isKnown ? undefined : principalId, ip: isKnownAddress ? undefined : ip };
  if (added.principalId === undefined && added.ip === undefined) return { next: current, events: [] };
  if (current.bans.length >= maxBans) throw commonErrors.limit_reached({ limit: maxBans });

  const entry = { ...facts, ...added };
  return withBans(current, [...current.bans, entry], facts.createdAt, entry);
}

/** @throws banErrors.ban_not_found */
export function lift(current: Project, id: string, at: Date): ProjectChange {
  const bans = current.bans.filter((ban) => ban.id !== id);
  if (bans.length === current.bans.length) throw banErrors.ban_not_found();
  return withBans(current, bans, at);
}
