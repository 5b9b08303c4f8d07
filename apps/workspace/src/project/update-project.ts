import {
  banErrors,
  type FieldFault,
  factorErrors,
  paramOf,
  type projectApi,
  validationFailed,
} from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { readAddressEntry } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import { locksOut } from './address-rules.ts';
import { viewOf } from './project.ts';
import { update } from './project-change.ts';
import { provisionsAgents, refuseInvalidPatterns, requiresSecondFactor } from './project-settings.ts';

type UpdateProject = Operation<typeof projectApi.updateProject, Context>;

export const updateProject: UpdateProject = async (context, actor, { id_project, ...wanted }) => {
  refuseInvalidPatterns(wanted);
  const at = new Date();
  const seal = (pass: string) => context.secrets.seal(pass, id_project);
  const canonical = { ...wanted, ...canonicalLists(wanted) };

  const project = await context.db.transaction(async () => {
    const { before, after } = await context.projects.change(id_project, (current) =>
      update(current, canonical, { role: actor.role, at, seal }),
    );
    // An owner who requires a second factor of all has one, or the project would be closed to them as well.
    if (
      requiresSecondFactor(after) &&
      !requiresSecondFactor(before) &&
      (await context.factors.kindsOf(actor.id)).length === 0
    )
      throw factorErrors.second_factor_missing();
    // Callers easily forget their own address when they write a list.
    if (locksOut(before, after, currentCall().clientAddress ?? '')) throw banErrors.would_lock_you_out();
    if (provisionsAgents(before) && !provisionsAgents(after)) await context.provisioned.switchOff(id_project, at);
    return after;
  });
  return viewOf(project, actor.role);
};

interface AddressLists {
  ipFilter?: string[];
  ipFilterDeny?: string[];
}

/** @throws commonErrors.validation_failed listing every entry that is neither an address nor a block */
function canonicalLists({ ipFilter, ipFilterDeny }: AddressLists): AddressLists {
  const faults: FieldFault[] = [];
  const read = (param: string, entries: string[] | undefined) =>
    entries?.map((entry, n) => {
      const address = readAddressEntry(entry.trim());
      if (!address) faults.push({ param: paramOf([param, n]), location: 'body', msg: 'Must be an address or block' });
      return address?.text ?? entry;
    });
  const lists = { ipFilter: read('ipFilter', ipFilter), ipFilterDeny: read('ipFilterDeny', ipFilterDeny) };
  if (faults.length > 0) throw validationFailed(faults);
  return lists;
}
