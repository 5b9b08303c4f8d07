import { fetchBoot } from './boot.ts';
import type { Commands } from './commands.ts';
import type { Boot, CalloutModule, Emit, Host, Panel, PanelModule } from './host.ts';
import { type Said, saidByAttributes, settle } from './kinds.ts';
import { Launcher } from './launcher.ts';
import { kinds, type Settings } from './settings.ts';
import { keptVisitor } from './visitor.ts';

interface WidgetOptions {
  api: string;
  project: string;
  addressOf(part: 'callout' | 'panel'): string;
  /** Attributes of the script. */
  dataset: Readonly<Record<string, string | undefined>>;
  warn(message: string): void;
  /** Called when everything is removed. */
  onShutDown(): void;
}

type Handler = (detail: unknown) => void;

const small = '(max-width: 639.9px), (max-height: 639.9px)';

/** One widget on a page, from its first call to its shutdown. */
export class Widget implements Commands {
  readonly #options: WidgetOptions;
  readonly #stop = new AbortController();
  #handlers: { handler: Handler; listener: (event: Event) => void }[] = [];
  readonly #tabs: BroadcastChannel;
  /** Commands that were called before the widget was ready. */
  #waiting: (() => void)[] | undefined = [];
  #said: Said = {};
  #settings: Settings;
  #boot: Boot | undefined;
  /** Current language. */
  #shownIn = '';
  #launcher: Launcher | undefined;
  #panel: Promise<Panel> | undefined;
  #isOpen = false;
  #consent: boolean | undefined;
  #calloutTimer: ReturnType<typeof setTimeout> | undefined;
  #removeCallout: (() => void) | undefined;

  constructor(options: WidgetOptions) {
    this.#options = options;
    this.#settings = this.#settle();
    this.#tabs = new BroadcastChannel(`parley-tabs:${options.project}`);
    this.#tabs.onmessage = ({ data }) => this.#turn(data === true, false);
    void this.#start();
  }

  async #start(): Promise<void> {
    const { api, project, warn } = this.#options;
    const lang = this.#lang();
    const boot = await fetchBoot(api, project, lang, this.#stop.signal);
    if (this.#stop.signal.aborted) return;
    if (typeof boot === 'string') {
      warn(boot);
      this.#emit('error', { code: boot });
      return;
    }
    this.#boot = boot;
    this.#shownIn = lang;
    this.#settings = this.#settle();
    this.#launcher = new Launcher({
      boot: () => this.#boot as Boot,
      lang: () => this.#shownIn,
      settings: () => this.#settings,
      toggle: () => this.toggle(),
      near: () => this.#prefetch(),
    });
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const command of waiting ?? []) command();
    this.#emit('ready');
    if (this.#settings.open) this.open();
    this.#armCallout();
    this.#resume();
    // The language may have changed meanwhile.
    void this.#translate();
  }

  /** Fetches the labels of the requested language. */
  async #translate(): Promise<void> {
    const { api, project } = this.#options;
    const lang = this.#lang();
    if (!this.#boot || lang === this.#shownIn) return;
    const boot = await fetchBoot(api, project, lang, this.#stop.signal);
    if (typeof boot === 'string' || lang !== this.#lang()) return;
    this.#boot = boot;
    this.#shownIn = lang;
    this.#launcher?.draw();
    this.#ifPanel((panel) => panel.translate(boot, lang));
  }

  /** Restores a returning visitor: unread messages, live updates, and the open panel. */
  #resume(): void {
    const kept = this.#mayKeep() ? keptVisitor(this.#options.project, this.#settings) : undefined;
    if (!kept) return;
    if (kept.isOpen && !matchMedia(small).matches) this.#turn(true, false);
    else (globalThis.requestIdleCallback ?? setTimeout)(() => this.#prefetch());
  }

  open(): void {
    this.#turn(true, true);
  }

  close(): void {
    this.#turn(false, true);
  }

  toggle(): void {
    this.#whenThere(() => this.#turn(!this.#isOpen, true));
  }

  hide(): void {
    this.close();
    this.#whenThere((launcher) => launcher.show({ isHidden: true }));
  }

  show(): void {
    this.#whenThere((launcher) => launcher.show({ isHidden: false }));
  }

  start(options: Parameters<Commands['start']>[0] = {}): void {
    this.open();
    this.#withPanel((panel) => panel.start(options));
  }

  identify(token: Parameters<Commands['identify']>[0]): void {
    this.#withPanel((panel) => void panel.identify(token));
  }

  logout(): void {
    this.#withPanel((panel) => void panel.logOut());
  }

  set(said: Said): void {
    this.#said = { ...this.#said, ...said };
    this.#settings = this.#settle();
    this.#launcher?.draw();
    this.#ifPanel((panel) => panel.settingsChanged());
    this.#armCallout();
    void this.#translate();
  }

  on(name: string, handler: Handler): void {
    const listener = (event: Event) => handler((event as CustomEvent).detail);
    this.#handlers.push({ handler, listener });
    addEventListener(`parley:${name}`, listener, { signal: this.#stop.signal });
  }

  off(name: string, handler: Handler): void {
    for (const known of this.#handlers)
      if (known.handler === handler) removeEventListener(`parley:${name}`, known.listener);
  }

  consent(isGiven: boolean): void {
    this.#consent = isGiven;
    if (!isGiven) {
      this.#removeCallout?.();
      try {
        localStorage.removeItem(`parley:${this.#options.project}:callout`);
      } catch {
        // Blocked: nothing was kept.
      }
    } else if (this.#launcher) this.#resume();
    // Also loaded to erase an earlier visitor.
    const isKnown = keptVisitor(this.#options.project, this.#settings);
    if (this.#panel || isKnown) this.#withPanel((panel) => panel.consent(isGiven));
  }

  shutdown(): void {
    this.#stop.abort();
    clearTimeout(this.#calloutTimer);
    this.#tabs.close();
    this.#ifPanel((panel) => panel.shutDown());
    this.#launcher?.remove();
    this.#options.onShutDown();
  }

  /** @param isOwn by the visitor or page in this tab */
  #turn(isOpen: boolean, isOwn: boolean): void {
    this.#whenThere((launcher) => {
      if (this.#isOpen === isOpen || this.#stop.signal.aborted) return;
      this.#isOpen = isOpen;
      launcher.show({ isOpen });
      this.#removeCallout?.();
      if (isOwn) this.#tabs.postMessage(isOpen);
      if (isOpen) this.#withPanel((panel) => this.#isOpen && panel.opened(isOwn));
      else {
        this.#ifPanel((panel) => panel.closed());
        if (isOwn) launcher.focus();
      }
      this.#emit(isOpen ? 'open' : 'close');
    });
  }

  #whenThere(command: (launcher: Launcher) => void): void {
    if (this.#launcher) command(this.#launcher);
    else this.#waiting?.push(() => this.#launcher && command(this.#launcher));
  }

  /** Loads the chunks on first use; work runs in order. */
  #withPanel(work: (panel: Panel) => void): void {
    this.#whenThere((launcher) => {
      this.#panel ??= this.#load(launcher);
      this.#panel.then(work).catch((error: unknown) => {
        // The next click tries again.
        this.#panel = undefined;
        this.#options.warn(`the chat could not be loaded: ${error}`);
        this.#turn(false, false);
        this.#emit('error', { code: 'not_loaded' });
      });
    });
  }

  /** Does nothing while there is no panel. */
  #ifPanel(work: (panel: Panel) => void): void {
    this.#panel?.then(work, () => undefined);
  }

  async #load(launcher: Launcher): Promise<Panel> {
    const { startPanel } = (await import(/* @vite-ignore */ this.#options.addressOf('panel'))) as PanelModule;
    return startPanel(this.#host(launcher));
  }

  #host({ root, place }: Launcher): Host {
    return {
      ...this.#options,
      boot: this.#boot as Boot,
      lang: this.#shownIn,
      root,
      place,
      emit: this.#emit,
      settings: () => this.#settings,
      said: () => ({ page: this.#said, dataset: this.#options.dataset, project: this.#ofProject() }),
      faulty: this.#faulty,
      mayKeep: () => this.#mayKeep(),
      close: () => this.close(),
      setUnread: (unread) => this.#whenThere((launcher) => launcher.show({ unread })),
    };
  }

  /** Loads the chunks ahead of use, unless the visitor saves data. */
  #prefetch(): void {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (!this.#panel && !connection?.saveData && !this.#stop.signal.aborted) this.#withPanel(() => undefined);
  }

  #armCallout(): void {
    clearTimeout(this.#calloutTimer);
    const { calloutTimer } = this.#settings;
    const launcher = this.#launcher;
    if (calloutTimer < 0 || !launcher) return;
    this.#calloutTimer = setTimeout(async () => {
      const { showCallout } = (await import(/* @vite-ignore */ this.#options.addressOf('callout'))) as CalloutModule;
      if (this.#isOpen || !launcher.isShown) return;
      this.#removeCallout = showCallout(this.#host(launcher), () => this.open());
    }, calloutTimer * 1000);
  }

  #mayKeep(): boolean {
    return this.#consent ?? this.#settings.consent !== 'required';
  }

  #lang(): string {
    return (this.#settings.lang || document.documentElement.lang || navigator.language || 'en').toLowerCase();
  }

  #settle(): Settings {
    const { dataset } = this.#options;
    return settle(kinds, [this.#said, saidByAttributes(kinds, dataset), this.#ofProject()], this.#faulty);
  }

  #ofProject(): Said {
    return this.#boot?.project.widget ?? {};
  }

  readonly #faulty = (key: string, value: unknown): void => {
    this.#options.warn(`"${key}" cannot be ${JSON.stringify(value)}`);
  };

  readonly #emit: Emit = (name, detail) => {
    dispatchEvent(new CustomEvent(`parley:${name}`, { detail }));
  };
}
