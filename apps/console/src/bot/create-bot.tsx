import { createBot, limits } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { nameOfLanguage } from '../app/locale.ts';
import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useReadBotsAgain } from './use-bots.ts';

const templates = ['example', 'blank', 'handoff', 'empty'] as const;
/** Languages that the engine has sentences of its own for. Source: contract 60 section 7.7. */
const botLanguages = ['en', 'it', 'fr', 'de', 'es', 'pt'] as const;

/** A new bot: from a template, or one that runs elsewhere, whose secret is shown once. */
export function CreateBot({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley, projectId } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const [isExternal, setExternal] = useState(false);
  const [language, setLanguage] = useState<string>('en');
  const { mutate, variables, isPending, error, data } = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim();
      return createBot(parley, {
        name: text('name'),
        language,
        ...(isExternal
          ? { type: 'external', url: text('url') }
          : { type: 'internal', template: text('template') as (typeof templates)[number] }),
      });
    },
    onSuccess: async (bot) => {
      await readAgain();
      if (!bot.external) open(bot._id);
    },
  });

  function open(id: string) {
    onClose();
    void navigate({
      to: '/$project/bots/{-$id}/{-$tab}',
      params: { project: projectId, id, tab: isExternal ? 'settings' : 'intents' },
    });
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  }

  if (data?.external) return <SecretDialog secret={data.secret} onClose={() => open(data._id)} />;
  const isElsewhere = error !== null && !['name', 'url'].some((name) => fieldProblem(error, name));
  return (
    <Dialog open title={t('bots.create')} onClose={onClose} closeLabel={t('state.close')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          name="name"
          label={t('bots.name')}
          required
          maxLength={limits.createBot.name.maxLength}
          dir="auto"
          problem={fieldProblem(error, 'name')}
        />
        <SelectField
          label={t('bots.kind')}
          value={isExternal ? 'external' : 'internal'}
          onChange={({ target }) => setExternal(target.value === 'external')}
          choices={[
            { value: 'internal', label: t('bots.internal') },
            { value: 'external', label: t('bots.external') },
          ]}
          help={t(isExternal ? 'bots.externalHelp' : 'bots.internalHelp')}
        />
        {isExternal ? (
          <Field
            name="url"
            type="url"
            label={t('bots.url')}
            required
            maxLength={limits.createBot.url.maxLength}
            placeholder="https://"
            problem={fieldProblem(error, 'url')}
          />
        ) : (
          <SelectField
            name="template"
            label={t('bots.template')}
            choices={templates.map((name) => ({ value: name, label: t(`bots.template.${name}`) }))}
          />
        )}
        <LanguageField value={language} onChange={setLanguage} />
        {isElsewhere && <RefusedCall error={error} onRetry={() => variables && mutate(variables)} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('state.cancel')}</Button>
          <Button type="submit" look="primary" pending={isPending}>
            {t('bots.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The language of a bot, by its name in that language; another one that it has stays. */
export function LanguageField({ value, onChange }: { value: string; onChange: (language: string) => void }) {
  const t = useTexts();
  const known: readonly string[] = botLanguages;
  return (
    <SelectField
      label={t('bots.language')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      choices={(known.includes(value) ? known : [...known, value]).map((tag) => ({
        value: tag,
        label: nameOfLanguage(tag),
      }))}
    />
  );
}
