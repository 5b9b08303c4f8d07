import { defineErrors } from '../errors.ts';

/** Source: contract 60 section 2. */
export const botErrors = defineErrors({
  bot_not_found: ['not_found', 'There is no such bot.'],
  bot_trashed: ['conflict', 'The bot is in the trash; restore it first.'],
  bot_is_copy: ['conflict', 'This is a published copy and cannot be changed.'],
  bot_is_external: ['invalid', 'An external bot has no intents.'],
  slug_taken: ['conflict', 'Another bot of the project has this slug.'],
});

/** Source: contract 60 section 3. */
export const intentErrors = defineErrors({
  intent_not_found: ['not_found', 'There is no such intent.'],
  intent_name_taken: ['conflict', 'Another intent of the bot has this name.'],
  intent_id_taken: ['conflict', 'Another intent of the bot has this intent_id.'],
});
