import type { MessageView } from '@parley/sdk';

import type { PanelState } from '../panel/panel-state.ts';

/**
 * What a bot has asked the visitor for is not asked again by a form: it is kept as an answer of theirs, the newest last.
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
