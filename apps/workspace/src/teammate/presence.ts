import type { PresenceStatus } from './teammate.ts';

/** Whom nobody has reported for so long is offline, so that a replica that is killed leaves nobody online. */
export const presenceTtlMs = 40_000;

/** Somebody of whom a connection is open: a person in all his projects, or a visitor of one. */
export interface OnlinePrincipal {
  /** 24 zeros for a person. */
  projectId: string;
  principalId: string;
}

/** @param seenAt of the last report; none: nobody has ever seen him, or not for long */
export function presenceOf(seenAt: Date | undefined, at: Date): PresenceStatus {
  return seenAt !== undefined && isRecent(seenAt, at) ? 'online' : 'offline';
}

export function isRecent(seenAt: Date, at: Date): boolean {
  return at.getTime() - seenAt.getTime() < presenceTtlMs;
}
