import { getBot, limits, mergeBotAttributes, updateBot } from '@parley/sdk';
import type { FormEvent } from 'react';

import { FormEnd } from '../app/form-end.tsx';
import { nameOfLanguage } from '../app/locale.ts';
import { fieldProblem } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { CheckField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { ImportSection, SecretSection, TrashSection } from './bot-sections.tsx';
import { type BotSettings, sentSettings, settingsOf } from './bot-settings.ts';
import { LanguageField } from './create-bot.tsx';
import { type BotRecord, useReadBotsAgain } from './use-bots.ts';

/** How a bot is set up, what replaces its intents, its secret, and the trash. */
export function SettingsTab({ bot }: { bot: BotRecord }) {
  return (
    <>
      <SettingsForm bot={bot} />
      {!bot.external && <ImportSection bot={bot} />}
      <SecretSection bot={bot} />
      <TrashSection bot={bot} />
    </>
  );
}

function SettingsForm({ bot }: { bot: BotRecord }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const readAgain = useReadBotsAgain();
  const form = useVersionedForm<BotRecord, BotSettings>({
    record: bot,
    formOf: settingsOf,
    save: async (changes, from) => {
      const { fields, attributes } = sentSettings(changes);
      let stored: BotRecord = from;
      if (Object.keys(fields).length > 0)
        stored = await updateBot(parley, { bot: bot._id, ...fields }, { ifMatch: etagOf(from) });
      if (Object.keys(attributes).length > 0)
        stored = await mergeBotAttributes(parley, { bot: bot._id, ...attributes }, { ifMatch: etagOf(stored) });
      return stored;
    },
    reload: () => getBot(parley, { bot: bot._id }),
    onSaved: () => void readAgain(),
  });
  const { draft: settings, set: change, error } = form;

  function submit(event: FormEvent) {
    event.preventDefault();
    form.save();
  }

  const bounds = limits.updateBot;
  const text = (name: 'name' | 'description' | 'url' | 'webhook_url') => ({
    label: t(`bots.setting.${name}`),
    value: settings[name],
    maxLength: bounds[name].maxLength,
    problem: fieldProblem(error, name),
  });
  return (
    <form onSubmit={submit}>
      <Section title={t('bots.tab.settings')}>
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
              problem={fieldProblem(error, 'match_threshold')}
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
              problem={fieldProblem(error, 'handoff_after_fallbacks')}
              onChange={({ target }) => change({ handoff_after_fallbacks: target.value })}
            />
          </>
        )}
        <FormEnd
          form={form}
          describe={(name, { [name]: value }) => ({
            label: t(`bots.setting.${name}`),
            value:
              typeof value === 'boolean'
                ? t(value ? 'bots.yes' : 'bots.no')
                : name === 'language'
                  ? nameOfLanguage(value)
                  : value,
          })}
        />
      </Section>
    </form>
  );
}
