import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { IconButton } from '../ui/button.tsx';
import type { BotRecord } from './use-bots.ts';

/** The way from one intent back to the list, where both have no room. */
export function BackToList({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { projectId } = useWorkplace();
  return (
    <span className="lg:hidden">
      <IconButton
        label={t('bots.backToIntents')}
        onClick={() =>
          void navigate({
            to: '/$project/bots/{-$id}/{-$tab}',
            params: { project: projectId, id: bot._id, tab: 'intents' },
            search: ({ q }) => ({ q }),
          })
        }
      >
        <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
      </IconButton>
    </span>
  );
}
