import { getBot, isParleyError, limits, mergeBotAttributes, updateBot, withResponse } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { ImportSection, SecretSection, TrashSection } from './bot-sections.tsx';
import { type BotSettings, settingChanges, settingsOf } from './bot-settings.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { LanguageField } from './create-bot.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { type BotRecord, useReadBotsAgain } from './use-bots.ts';

/** How a bot is set up, what replaces its intents, its secret, and the trash. */
export function SettingsTab({ bot, etag }: { bot: BotRecord; etag: string | undefined }) {
  return (
    <>
      <SettingsForm bot={bot} etag={etag} />
      {!bot.external && <ImportSection bot={bot} />}
      <SecretSection bot={bot} />
      <TrashSection bot={bot} />
    </>
  );
}

function SettingsForm({ bot, etag }: { bot: BotRecord; etag: string | undefined }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const [base, setBase] = useState({ settings: settingsOf(bot), etag });
  const [settings, setSettings] = useState(base.settings);
  const [theirs, setTheirs] = useState<typeof base>();
  const changed = settingChanges(base.settings, settings);
  const isDirty = changed.names.length > 0;
  const change = (part: Partial<BotSettings>) => setSettings((now) => ({ ...now, ...part }));

  const save = useMutation({
    mutationFn: async () => {
      if (Object.keys(changed.fields).length > 0)
        await updateBot(parley, { bot: bot._id, ...changed.fields }, base.etag ? { ifMatch: base.etag } : {});
      if (Object.keys(changed.attributes).length > 0)
        await mergeBotAttributes(parley, { bot: bot._id, ...changed.attributes });
      return read();
    },
    onSuccess: async (next) => {
      setBase(next);
      setSettings(next.settings);
      toast.add({ title: t('state.saved') });
      await readAgain();
    },
    onError: async (error) => {
      if (isParleyError(error, 'version_mismatch')) setTheirs(await read());
    },
  });

  async function read() {
    const answer = await withResponse(getBot)(parley, { bot: bot._id });
    return { settings: settingsOf(answer.data as BotRecord), etag: answer.etag };
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isDirty && !save.isPending) save.mutate();
  }

  const bounds = limits.updateBot;
  const text = (name: 'name' | 'description' | 'url' | 'webhook_url') => ({
    label: t(`bots.setting.${name}`),
    value: settings[name],
    maxLength: bounds[name].maxLength,
    problem: fieldProblem(save.error, name),
  });
  const atField = isParleyError(save.error) && save.error.errors.length > 0;
  return (
    <form onSubmit={submit}>
      <Section title={t('bots.tab.settings')}>
        {theirs && (
          <ChangedMeanwhile
            fields={settingChanges(base.settings, theirs.settings).names.map((name) => t(`bots.setting.${name}`))}
            onTheirs={() => {
              setBase(theirs);
              setSettings(theirs.settings);
              setTheirs(undefined);
            }}
            onMine={() => {
              const mine = changed.names.map((name) => [name, settings[name]]);
              setSettings({ ...theirs.settings, ...Object.fromEntries(mine) });
              setBase(theirs);
              setTheirs(undefined);
            }}
          />
        )}
        {save.error && !theirs && !atField && (
          <p role="alert" className="rounded-box bg-bad-soft px-3 py-2 text-bad">
            {problemOf(save.error, t).msg}
          </p>
        )}
        <Field {...text('name')} required dir="auto" onChange={({ target }) => change({ name: target.value })} />
        <TextArea {...text('description')} onChange={({ target }) => change({ description: target.value })} />
        <LanguageField value={settings.language} onChange={(language) => change({ language })} />
        {bot.external ? (
          <Field
            {...text('url')}
            type="url"
            required
            help={t('bots.externalHelp')}
            onChange={({ target }) => change({ url: target.value })}
          />
        ) : (
          <>
            <Field
              {...text('webhook_url')}
              type="url"
              onChange={({ target }) => change({ webhook_url: target.value })}
            />
            <CheckField
              label={t('bots.setting.webhook_enabled')}
              checked={settings.webhook_enabled}
              onChange={({ target }) => change({ webhook_enabled: target.checked })}
            />
            <Field
              label={t('bots.setting.match_threshold')}
              type="number"
              min={0}
              max={1}
              step={0.05}
              placeholder="0.5"
              value={settings.match_threshold}
              help={t('bots.thresholdHelp')}
              problem={fieldProblem(save.error, 'match_threshold')}
              onChange={({ target }) => change({ match_threshold: target.value })}
            />
            <Field
              label={t('bots.setting.handoff_after_fallbacks')}
              type="number"
              min={0}
              max={20}
              placeholder="0"
              value={settings.handoff_after_fallbacks}
              help={t('bots.handoffHelp')}
              problem={fieldProblem(save.error, 'handoff_after_fallbacks')}
              onChange={({ target }) => change({ handoff_after_fallbacks: target.value })}
            />
          </>
        )}
        <div className="flex justify-end">
          <Button
            type="submit"
            look="primary"
            pending={save.isPending}
            refusal={isDirty ? undefined : t('bots.nothingChanged')}
          >
            {t('state.save')}
          </Button>
        </div>
      </Section>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}
