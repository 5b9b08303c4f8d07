import { type banApi, banErrors, validationFailed } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { readAddressEntry } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import { viewOf } from '../project/project.ts';
import { ban } from './ban.ts';

type BanVisitor = Operation<typeof banApi.banVisitor, Context>;

export const banVisitor: BanVisitor = async (context, actor, { id_project: projectId, id: principalId, ip }) => {
  const at = new Date();
  const wanted = { principalId, ip: ip === undefined ? undefined : blockOf(ip) };
  const facts = { id: newId(at), createdBy: actor.id, createdAt: at };

  const project = await context.db.transaction(async () => {
    const { after } = await context.projects.update(projectId, async (current) => {
      if (principalId !== undefined) await refuseTeammate(context, projectId, principalId);
      return ban(current, wanted, facts);
    });
    if (principalId !== undefined) await endTokens(context, projectId, principalId);
    return after;
  });
  return viewOf(project, actor.role);
};

/** Shortest prefixes accepted, so that a typing error cannot ban a whole provider. */
const shortest = { ipv4: 24, ipv6: 48 };

/** @throws commonErrors.validation_failed */
function blockOf(ip: string): string {
  const entry = readAddressEntry(ip.trim());
  if (entry && entry.bits >= shortest[entry.kind]) return entry.text;
  const msg = `Must be an address, or a block of at most /${shortest.ipv4} (IPv6: /${shortest.ipv6})`;
  throw validationFailed([{ param: 'ip', location: 'body', msg, value: ip }]);
}

/** @throws banErrors.cannot_ban_teammate */
async function refuseTeammate({ teammates }: Context, projectId: string, principalId: string): Promise<void> {
  const teammate = await teammates.findByUser(projectId, principalId);
  if (teammate && !teammate.trashed) throw banErrors.cannot_ban_teammate();
}

async function endTokens({ tokens }: Context, projectId: string, principalId: string): Promise<void> {
  for (const kind of ['guest', 'external'] as const) {
    await tokens.revokeAll({ kind, principalId, projectId, reason: 'banned' });
  }
}
