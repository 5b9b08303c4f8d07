import type { TeammateView } from '@parley/sdk';

import type { MessageId } from '../app/language.ts';
import type { Role } from '../app/roles.ts';
import { useTexts } from '../app/texts.tsx';
import { useCustomRoles } from '../app/use-custom-roles.ts';

export const roleWords: Readonly<Record<string, MessageId>> = {
  agent: 'team.role.agent',
  admin: 'team.role.admin',
  owner: 'team.role.owner',
};

/** Names the role of a teammate, a custom one by its own name. */
export function useRoleName(): (person: { role: string | null; role_id?: string }) => string {
  const t = useTexts();
  const { data: roles } = useCustomRoles();
  return ({ role, role_id }) => {
    const custom = roles?.find(({ _id }) => _id === role_id);
    if (custom) return custom.name;
    return t(roleWords[role ?? ''] ?? (role_id ? 'team.role.custom' : 'team.role.none'));
  };
}

/** Conversations that a teammate takes at once by their own limit; undefined: none of their own. */
export function limitOf({ max_served_chat: limit }: Pick<TeammateView, 'max_served_chat'>): number | undefined {
  return limit === undefined || limit < 0 ? undefined : limit;
}

/** Roles that a person of the role `own` may give. */
export function rolesToGive(own: string | null): readonly Role[] {
  return own === 'owner' ? ['agent', 'admin', 'owner'] : ['agent', 'admin'];
}
