import type { CannedResponseView } from '@parley/contracts';

/** What the read model keeps of a canned response. */
export function copiedCanned({ text, shared, createdBy, status }: CannedResponseView) {
  return { deleted: status === 1000, record: { text, shared, createdBy } };
}
