import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { I18nProvider } from '@lingui/react';
import { isParleyError, ParleyNetworkError } from '@parley/sdk';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

import { failures } from './app/failures.ts';
import { chosenLanguage, loadLanguage } from './app/language.ts';
import { takeOwnLanguage } from './app/own-language.ts';
import { applyTheme, preferences } from './app/preferences.ts';
import { routerFor } from './app/router.tsx';
import { Session } from './app/session.ts';
import { SessionProvider } from './app/session-context.tsx';
import { pathOfMailLink } from './entrance/mail-links.ts';
import { onFirstInput } from './ui/first-input.ts';
import { keepPage } from './ui/kept-page.ts';
import { Toasts } from './ui/toasts.tsx';
import { followViewport } from './ui/view.ts';
import './ui/base.css';

const mailed = pathOfMailLink(location.hash);
if (mailed) history.replaceState(null, '', `/console${mailed}`);
const code = takeCode();
applyTheme();
followViewport();
keepPage();
const language = loadLanguage(chosenLanguage(preferences().language));
const session = new Session(location.origin, async () => takeOwnLanguage(session.parley, await language));
const [i18n] = await Promise.all([
  language,
  // Pages that need a person try again, and say what is wrong.
  session.begin(code).catch(() => undefined),
]);

// Calls are repeated by the SDK, in one place. A change without a network fails and says so: it does not wait unseen for the network.
const queries = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, variables, _result, mutation) => {
      const { action, once } = mutation.meta ?? {};
      const repeat = () => void mutation.execute(variables).catch(() => undefined);
      if (action) failures.show(action, error, once ? undefined : repeat);
    },
    onSuccess: (_data, _variables, _result, { meta }) => meta?.action && failures.clear(meta.action),
  }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const router = routerFor({ session, i18n });
session.subscribe(() => {
  // Who signs out leaves the pages that need a person, and nothing that was read for them.
  const left = router.invalidate();
  if (session.state.status === 'signed_out') void left.then(() => queries.clear());
  // What the API refused when the session had ended.
  if (session.state.status === 'signed_in')
    void queries.refetchQueries({ predicate: ({ state }) => state.error !== null });
});

// A click on a push notification: the worker has brought this window to the front.
navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ open?: string }>) => {
  if (data.open) router.history.push(data.open);
});

const root = document.getElementById('root');
if (root)
  // What a call refused is on the screen; anything else that a screen failed for is a fault of ours.
  createRoot(root, {
    onCaughtError: (error) => {
      if (!isParleyError(error) && !(error instanceof ParleyNetworkError)) reportError(error);
    },
  }).render(
    <CSPProvider disableStyleElements>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <SessionProvider value={session}>
            <Tooltip.Provider>
              <RouterProvider router={router} />
              <Toasts />
            </Tooltip.Provider>
          </SessionProvider>
        </QueryClientProvider>
      </I18nProvider>
    </CSPProvider>,
  );

// Where it cannot be had, the console works without it.
onFirstInput(() => {
  import('./worker/register-worker.ts').then(({ registerWorker }) => registerWorker()).catch(() => undefined);
});

declare module '@tanstack/react-query' {
  interface Register {
    /** `action`: the failure bar shows why it failed, and repeats it, unless what was tried goes back to where it came from: `once`. */
    mutationMeta: { action?: string; once?: true };
  }
}

/** The sign-in code of `npm start`; gone from the address and its history before anything else is loaded. */
function takeCode(): string | undefined {
  const found = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (location.hash.startsWith('#code=')) history.replaceState(null, '', location.pathname + location.search);
  return found;
}
