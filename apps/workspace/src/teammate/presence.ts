import type { PresenceStatus } from './teammate.ts';

/** A report expires after this time, so that a killed replica leaves no principal online. */
export const presenceTtlMs = 40_000;

/** A principal with an open connection: a user in all their projects, or a visitor of one. */
export interface OnlinePrincipal {
  /** 24 zeros for a user. */
  projectId: string;
  principalId: string;
}

/** @param seenAt of the last report; absent: there is none */
export function presenceOf(seenAt: Date | undefined, at: Date): PresenceStatus {
  return seenAt !== undefined && isRecent(seenAt, at) ? 'online' : 'offline';
}

export function isRecent(seenAt: Date, at: Date): boolean {
  return at.getTime() - seenAt.getTime() < presenceTtlMs;
}
