import { Link } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Section } from '../ui/page.tsx';

/** Where the provider brings people and groups (SCIM), and with what. */
export function Provisioning() {
  const t = useTexts();
  const { projectId } = useWorkplace();
  return (
    <Section title={t('settings.signIn.scim')} help={t('settings.signIn.scimHelp')}>
      <CopyText text={`${location.origin}/v3/${projectId}/scim/v2`} />
      <p>
        {t('settings.signIn.scimToken')}{' '}
        <Link
          to="/$project/settings/tokens"
          params={{ project: projectId }}
          className="font-semibold text-accent underline"
        >
          {t('settings.tokens')}
        </Link>
      </p>
    </Section>
  );
}
