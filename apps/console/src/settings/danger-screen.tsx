import { deleteProject, type ProjectView } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Section } from '../ui/page.tsx';
import { WithProject } from './use-project.tsx';

/** What cannot be taken back. */
export function DangerScreen() {
  return <WithProject>{(project) => <Deletion project={project} />}</WithProject>;
}

function Deletion({ project }: { project: ProjectView }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley } = useWorkplace();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteProject(parley),
    onSuccess: () => navigate({ to: '/projects', replace: true }),
  });
  return (
    <Section title={t('settings.danger.delete')} help={t('settings.danger.deleteHelp')}>
      <div>
        <Button look="danger" onClick={() => setAsked(true)}>
          {t('settings.danger.delete')}
        </Button>
      </div>
      {asked && (
        <Confirm
          title={t('settings.danger.deleteTitle', { name: project.name })}
          action={t('settings.danger.delete')}
          words={project.name}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        >
          <p>{t('settings.danger.deleteText')}</p>
        </Confirm>
      )}
    </Section>
  );
}
