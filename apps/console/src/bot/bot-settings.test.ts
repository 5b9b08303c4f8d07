import { settingChanges, settingsOf } from './bot-settings.ts';
import type { BotRecord } from './use-bots.ts';

const bot = {
  ...{ name: 'Robby', language: 'en', webhook_enabled: false, external: false },
  attributes: { match_threshold: 0.6, rules: [] },
} as unknown as BotRecord;

it('sends what was changed alone: fields and attributes apart, emptied ones as null', () => {
  const settings = settingsOf(bot);
  expect(settingChanges(settings, settings)).toEqual({ names: [], fields: {}, attributes: {} });
  const edited = { ...settings, webhook_url: 'https://x.example', match_threshold: '', handoff_after_fallbacks: '3' };
  expect(settingChanges(settings, edited)).toEqual({
    names: ['webhook_url', 'match_threshold', 'handoff_after_fallbacks'],
    fields: { webhook_url: 'https://x.example' },
    attributes: { match_threshold: null, handoff_after_fallbacks: 3 },
  });
  expect(settingChanges(edited, settings).fields).toEqual({ webhook_url: null });
});
