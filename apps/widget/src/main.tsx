import { effect } from '@preact/signals';
import { render } from 'preact';

import { Frame } from './frame/frame.tsx';
import type { Boot, Host, Panel } from './loader/host.ts';
import { PanelState } from './panel/panel-state.ts';
import { StateContext } from './panel/state-context.ts';
import panelCss from './panel.css?inline';
import { loadCatalogue, Texts } from './texts/texts.ts';
import { PageTitle } from './ui/page-title.ts';

/** Starts the panel of a widget in the place that the loader gives it; initially closed. */
export async function startPanel(host: Host): Promise<Panel> {
  const textsOf = async (boot: Boot, lang: string) => new Texts(lang, await loadCatalogue(lang), boot.labels?.data);
  const texts = await textsOf(host.boot, host.lang);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelCss);
  host.root.adoptedStyleSheets = [...host.root.adoptedStyleSheets, sheet];

  const title = new PageTitle();
  let sound: Promise<() => Promise<void>> | undefined;
  const play = async () => {
    const isWanted = state.settings.peek().sound && state.preferences.read('isMuted') !== true;
    if (!isWanted || state.visit.peek().isCatchingUp) return;
    sound ??= import('./frame/sound.ts').then(({ newSound }) => newSound(host.project));
    await (await sound)();
  };
  const state: PanelState = new PanelState(
    {
      ...host,
      emit: (name, detail) => {
        // A message is shown even if its sound fails.
        if (name === 'message') play().catch(() => undefined);
        host.emit(name, detail);
      },
    },
    texts,
    () => import('./talk.ts'),
  );
  let unread = 0;
  let wanted = host.lang;
  const followUnread = effect(() => {
    const count = state.unread.value;
    host.setUnread(count);
    title.show(state.settings.value.title ? count : 0);
    if (count !== unread) host.emit('unread', { count });
    unread = count;
  });
  render(
    <StateContext.Provider value={state}>
      <Frame />
    </StateContext.Provider>,
    host.place,
  );

  return {
    opened: (isFocused) => state.opened(isFocused),
    closed: () => state.closed(),
    start: (options) => void state.begin(options),
    identify: (token) => state.identify(token),
    logOut: () => state.logOut(),
    consent: (isGiven) => state.consent(isGiven),
    settingsChanged: () => state.settingsChanged(),
    translate: async (boot, lang) => {
      wanted = lang;
      const translated = await textsOf(boot, lang);
      if (wanted === lang) state.translate(boot, translated);
    },
    shutDown: () => {
      render(null, host.place);
      followUnread();
      state.shutDown();
      title.show(0);
    },
  };
}
