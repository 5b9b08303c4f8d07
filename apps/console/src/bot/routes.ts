import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

import { projectRoute } from '../app/base-routes.ts';
import { loadTexts } from '../app/language.ts';

/** What of the bots is shown, beside the bot and its tab. */
interface BotSearch {
  /** Id of the intent in the form, or `new`. */
  intent?: string;
  /** Words to search for. */
  q?: string;
  /** The list shows the trash. */
  trashed?: true;
}

const bots = createRoute({
  getParentRoute: () => projectRoute,
  path: '/bots/{-$id}/{-$tab}',
  validateSearch: readSearch,
  loader: ({ context: { i18n } }) => loadTexts(i18n, 'bots', 'transfer', 'actions'),
  component: lazyRouteComponent(() => import('./bots-screen.tsx'), 'BotsScreen'),
});

export const botRoutes = [bots] as const;

/** Unknown and faulty parts are left out. */
function readSearch({ intent, q, trashed }: Record<string, unknown>): BotSearch {
  return {
    ...(typeof intent === 'string' && /^(new|[0-9a-f]{24})$/.test(intent) && { intent }),
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...((trashed === true || trashed === 'true') && { trashed: true }),
  };
}
