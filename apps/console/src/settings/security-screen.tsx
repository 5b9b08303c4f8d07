import type { ProjectView } from '@parley/sdk';

import { AddressRules } from './address-rules.tsx';
import { Bans } from './bans.tsx';
import { SharedSecret } from './shared-secret.tsx';
import { WithProject } from './use-project.tsx';

/** Who may call, and by what they are known. */
export function SecurityScreen() {
  return (
    <WithProject>
      {(project: ProjectView) => (
        <>
          <SharedSecret project={project} />
          <Bans project={project} />
          <AddressRules project={project} />
        </>
      )}
    </WithProject>
  );
}
