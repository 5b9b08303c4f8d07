import type { ProjectView } from '@parley/sdk';

import { useWorkplace } from '../app/workplace.tsx';
import { AddressRules } from './address-rules.tsx';
import { Bans } from './bans.tsx';
import { Holds } from './holds.tsx';
import { RedactPatterns } from './redact-patterns.tsx';
import { Retention } from './retention.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SharedSecret } from './shared-secret.tsx';
import { WithProject } from './use-project.tsx';

/** Who may call, and by what they are known. */
export function SecurityScreen() {
  const { teammate } = useWorkplace();
  return (
    <WithProject>
      {(project: ProjectView) => (
        <>
          {teammate.role === 'owner' && <SecondFactor project={project} />}
          <SharedSecret project={project} />
          <Bans project={project} />
          <AddressRules project={project} />
          <RedactPatterns project={project} />
          {teammate.role === 'owner' && <Retention project={project} />}
          <Holds />
        </>
      )}
    </WithProject>
  );
}
