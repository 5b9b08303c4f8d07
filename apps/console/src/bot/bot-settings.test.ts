import { changesBetween } from '../app/merge-versions.ts';
import { sentSettings, settingsOf } from './bot-settings.ts';
import type { BotRecord } from './use-bots.ts';

const bot = {
  ...{ name: 'Robby', language: 'en', webhook_enabled: false, external: false },
  attributes: { match_threshold: 0.6, rules: [] },
} as unknown as BotRecord;

it('sends what was changed alone: fields and attributes apart, emptied ones as null', () => {
  const settings = settingsOf(bot);
  expect(sentSettings(changesBetween(settings, settingsOf(bot)))).toEqual({ fields: {}, attributes: {} });
  const edited = { ...settings, webhook_url: 'https://x.example', match_threshold: '', handoff_after_fallbacks: '3' };
  expect(sentSettings(changesBetween(settings, edited))).toEqual({
    fields: { webhook_url: 'https://x.example' },
    attributes: { match_threshold: null, handoff_after_fallbacks: 3 },
  });
  expect(sentSettings(changesBetween(edited, settings)).fields).toEqual({ webhook_url: null });
});
