import { importBot, rotateBotSecret, updateBot } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { failures } from '../app/failures.ts';
import { OpenConversations } from '../app/open-conversations.tsx';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Section } from '../ui/page.tsx';
import { Progress } from '../ui/progress.tsx';
import { toast } from '../ui/toasts.tsx';
import { FileButton } from './file-button.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { type BotRecord, useIntents, useReadBotsAgain } from './use-bots.ts';

/** Replaces the intents of the bot by those of a file. */
export function ImportSection({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const [file, setFile] = useState<File>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (chosen: File) =>
      importBot(parley, {
        bot: bot._id,
        ...{ replace: 'true', intentsOnly: 'true', uploadFile: await chosen.text() },
      }),
    onSuccess: async (answer) => {
      setFile(undefined);
      toast.add({
        title: t('bots.imported', { created: answer.import.created, warnings: answer.import.warnings.length }),
      });
      await readAgain();
    },
  });
  return (
    <Section title={t('bots.replaceIntents')} help={t('bots.replaceText')}>
      <span>
        <FileButton
          accept="application/json,.json"
          label={t('bots.chooseFile')}
          pending={false}
          onFile={(chosen) => {
            reset();
            setFile(chosen);
          }}
        />
      </span>
      {file && (
        <Confirm
          title={t('bots.replaceIntents')}
          action={t('bots.replaceIntents')}
          pending={isPending}
          error={error}
          onConfirm={() => mutate(file)}
          onClose={() => setFile(undefined)}
        >
          <ReplaceText bot={bot._id} file={file.name} />
          {isPending && <Progress label={t('bots.replaceIntents')} value={0} />}
        </Confirm>
      )}
    </Section>
  );
}

/** How many intents are replaced; nothing until it is known. */
function ReplaceText({ bot, file }: { bot: string; file: string }) {
  const t = useTexts();
  const { data: intents } = useIntents(bot);
  return intents && <p>{t('bots.replaceConfirm', { count: intents.length, file })}</p>;
}

const overlapHours = 24;

/** A new secret, shown once. */
export function SecretSection({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: () => rotateBotSecret(parley, { bot: bot._id, overlapHours }),
    onSuccess: () => setAsking(false),
  });
  return (
    <Section title={t('bots.secret')} help={t('bots.rotateText', { hours: overlapHours })}>
      <span>
        <Button onClick={() => setAsking(true)}>{t('bots.rotate')}</Button>
      </span>
      {isAsking && (
        <Confirm
          title={t('bots.rotate')}
          action={t('bots.rotate')}
          pending={isPending}
          error={error}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('bots.rotateText', { hours: overlapHours })}</p>
        </Confirm>
      )}
      {data && <SecretDialog secret={data.secret} onClose={reset} />}
    </Section>
  );
}

/** The trash, out of which the bot can be taken again. */
export function TrashSection({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const [isAsking, setAsking] = useState(false);
  const set = (trashed: boolean) => updateBot(parley, { bot: bot._id, trashed });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => set(true),
    onSuccess: async () => {
      await navigate({
        to: '/$project/bots/{-$id}/{-$tab}',
        params: { project: projectId, id: undefined, tab: undefined },
        search: {},
        ignoreBlocker: true,
      });
      await readAgain();
      toast.add({
        title: t('bots.trashed', { name: bot.name }),
        actionProps: {
          children: t('conversation.undo'),
          onClick: () => failures.run('bot.restore', () => set(false).then(readAgain)),
        },
      });
    },
  });
  return (
    <Section title={t('bots.trashBot')} help={t('bots.trashText')}>
      <span>
        <Button look="danger" onClick={() => setAsking(true)}>
          {t('bots.trashBot')}
        </Button>
      </span>
      {isAsking && (
        <Confirm
          title={t('bots.trashBot')}
          action={t('bots.trashBot')}
          pending={isPending}
          error={error}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('bots.trashText')}</p>
          <OpenConversations of={{ participant: `bot_${bot._id}` }} />
        </Confirm>
      )}
    </Section>
  );
}
