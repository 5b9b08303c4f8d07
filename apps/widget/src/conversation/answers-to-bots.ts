import type { MessageView } from '@parley/sdk';

import type { PanelState } from '../panel/panel-state.ts';

/**
 * Stores what the visitor has told a bot as answers to the form, so that the form does not ask again; the newest answer wins.
 * Source: contract 81 section 5.
 */
export function keepAnswersToBots(
  { preferences }: Pick<PanelState, 'preferences'>,
  messages: readonly MessageView[],
): void {
  for (const { attributes } of messages) {
    const given = { userFullname: attributes.updateUserFullname, userEmail: attributes.updateUserEmail };
    const known = Object.entries(given).filter(([, value]) => typeof value === 'string' && value !== '');
    if (known.length > 0)
      preferences.write('answers', { ...Object(preferences.read('answers')), ...Object.fromEntries(known) });
  }
}
