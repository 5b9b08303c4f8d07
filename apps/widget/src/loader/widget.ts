import { fetchBoot, Refused } from './boot.ts';
import type { Commands } from './commands.ts';
import type { Boot, Emit, Host, Panel, PanelModule } from './host.ts';
import { Launcher } from './launcher.ts';
import { PageTitle } from './page-title.ts';
import { type Said, type Settings, settle } from './settings.ts';
import { type Conversations, fetchConversations, forgetVisitor, isFirstCallout, keptVisitor } from './visitor.ts';

export interface WidgetOptions {
  api: string;
  project: string;
  /** Address of the first part. */
  panelUrl: string;
  /** By the attributes of the script. */
  attributes: Said;
  warn(message: string): void;
  /** Everything of it is gone. */
  onShutDown(): void;
}

type Handler = (detail: unknown) => void;

const small = '(max-width: 639.9px), (max-height: 639.9px)';

/** One widget on a page, from its first call to its shutdown. */
export class Widget implements Commands {
  readonly #options: WidgetOptions;
  readonly #stop = new AbortController();
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #tabs: BroadcastChannel | undefined;
  /** Commands that came before the widget was there. */
  #waiting: (() => void)[] | undefined = [];
  #said: Said = {};
  #settings: Settings;
  #boot: Boot | undefined;
  #launcher: Launcher | undefined;
  #panel: Promise<Panel> | undefined;
  #loaded: Panel | undefined;
  #isOpen = false;
  #consent: boolean | undefined;
  #calloutTimer: ReturnType<typeof setTimeout> | undefined;
  #unread = 0;
  readonly #title = new PageTitle();

  constructor(options: WidgetOptions) {
    this.#options = options;
    this.#settings = this.#settle();
    if ('BroadcastChannel' in globalThis) {
      this.#tabs = new BroadcastChannel(`parley-tabs:${options.project}`);
      this.#tabs.onmessage = ({ data }) => this.#turn((data as { isOpen: boolean }).isOpen, false);
    }
    void this.#start();
  }

  async #start(): Promise<void> {
    const { api, project, warn } = this.#options;
    try {
      this.#boot = await fetchBoot(api, project, this.#lang(), this.#stop.signal);
    } catch (error) {
      if (!(error instanceof Refused)) return;
      warn(error.code);
      this.#emit('error', { code: error.code });
      return;
    }
    this.#settings = this.#settle();
    this.#launcher = new Launcher({
      boot: this.#boot,
      lang: this.#lang(),
      settings: () => this.#settings,
      toggle: () => this.toggle(),
      near: () => this.#prefetch(),
    });
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const command of waiting) command();
    this.#emit('ready');
    if (this.#settings.open) this.open();
    this.#armCallout();
    await this.#resume();
  }

  /** A visitor who was here before: their unread messages, and the open panel. */
  async #resume(): Promise<void> {
    const { api, project } = this.#options;
    const kept = this.#mayKeep() ? keptVisitor(project, this.#settings) : undefined;
    if (!kept || this.#stop.signal.aborted) return;
    if (kept.isOpen && !matchMedia(small).matches) this.#turn(true, false);
    if (this.#panel) return;
    const conversations: Conversations | undefined = await fetchConversations(api, project, kept.token);
    if (!conversations || this.#stop.signal.aborted) return;
    if (!this.#loaded) this.#setUnread(conversations.unread);
    // An open conversation is live, also while the panel is closed.
    if (conversations.hasOpen) whenIdle(() => this.#stop.signal.aborted || this.#withPanel(() => undefined));
  }

  open(): void {
    this.#turn(true, true);
  }

  close(): void {
    this.#turn(false, true);
  }

  toggle(): void {
    this.#turn(!this.#isOpen, true);
  }

  hide(): void {
    this.#whenThere(() => {
      this.#turn(false, true);
      if (this.#launcher) this.#launcher.isHidden = true;
    });
  }

  show(): void {
    this.#whenThere(() => {
      if (this.#launcher) this.#launcher.isHidden = false;
    });
  }

  start(...[options = {}]: Parameters<Commands['start']> | []): void {
    this.#turn(true, true);
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
    this.#loaded?.settingsChanged();
    this.#armCallout();
  }

  on(name: string, handler: Handler): void {
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers.add(handler));
  }

  off(name: string, handler: Handler): void {
    this.#handlers.get(name)?.delete(handler);
  }

  consent(isGiven: boolean): void {
    this.#consent = isGiven;
    if (isGiven && !this.#panel) this.#whenThere(() => void this.#resume());
    if (!isGiven) forgetVisitor(this.#options.project);
    this.#loaded?.consent(isGiven);
  }

  shutdown(): void {
    this.#stop.abort();
    clearTimeout(this.#calloutTimer);
    this.#tabs?.close();
    this.#title.show(0);
    this.#loaded?.shutDown();
    this.#launcher?.remove();
    this.#handlers.clear();
    this.#options.onShutDown();
  }

  /** @param isOwn by the visitor or page here, and not in another tab */
  #turn(isOpen: boolean, isOwn: boolean): void {
    this.#whenThere(() => {
      if (this.#isOpen === isOpen || this.#stop.signal.aborted) return;
      this.#isOpen = isOpen;
      if (this.#launcher) this.#launcher.isOpen = isOpen;
      this.#showUnread();
      if (isOwn) this.#tabs?.postMessage({ isOpen });
      if (isOpen) this.#withPanel((panel) => this.#isOpen && panel.opened(isOwn));
      else {
        this.#loaded?.closed();
        if (isOwn) this.#launcher?.focus();
      }
      this.#emit(isOpen ? 'open' : 'close');
    });
  }

  #whenThere(command: () => void): void {
    if (this.#waiting) this.#waiting.push(command);
    else command();
  }

  /** Loads the parts at the first need; what is to be done is done in order. */
  #withPanel(work: (panel: Panel) => void): void {
    this.#whenThere(() => {
      this.#panel ??= this.#load();
      this.#panel.then(work).catch((error: unknown) => {
        // The network may be back at the next press.
        this.#panel = undefined;
        this.#options.warn(`the chat could not be loaded: ${String(error)}`);
        this.#turn(false, false);
        this.#emit('error', { code: 'not_loaded' });
      });
    });
  }

  async #load(): Promise<Panel> {
    const { startPanel } = (await import(/* @vite-ignore */ this.#options.panelUrl)) as PanelModule;
    const panel = await startPanel(this.#host());
    if (this.#stop.signal.aborted) panel.shutDown();
    this.#loaded = panel;
    return panel;
  }

  #host(): Host {
    const { api, project, warn } = this.#options;
    const { root, place } = this.#launcher as Launcher;
    return {
      api,
      project,
      boot: this.#boot as Boot,
      lang: this.#lang(),
      root,
      place,
      emit: this.#emit,
      settings: () => this.#settings,
      isOpen: () => this.#isOpen,
      mayKeep: () => this.#mayKeep(),
      close: () => this.close(),
      setUnread: (count) => this.#setUnread(count),
      warn,
    };
  }

  #prefetch(): void {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    // Nothing is run: only the file is fetched ahead.
    if (this.#panel || connection?.saveData) return;
    this.#panel = this.#load();
    this.#panel.catch(() => {
      this.#panel = undefined;
    });
  }

  #setUnread(count: number): void {
    if (count === this.#unread) return;
    this.#unread = count;
    this.#showUnread();
    this.#emit('unread', { count });
  }

  #showUnread(): void {
    if (this.#launcher) this.#launcher.unread = this.#unread;
    this.#title.show(this.#settings.title ? this.#unread : 0);
  }

  #armCallout(): void {
    clearTimeout(this.#calloutTimer);
    const { calloutTimer } = this.#settings;
    if (calloutTimer < 0 || !this.#launcher) return;
    this.#calloutTimer = setTimeout(() => {
      if (isFirstCallout(this.#options.project, this.#mayKeep())) this.#launcher?.showCallout();
    }, calloutTimer * 1000);
  }

  #mayKeep(): boolean {
    return this.#consent ?? this.#settings.consent !== 'required';
  }

  #lang(): string {
    return (this.#settings.lang || document.documentElement.lang || navigator.language || 'en').toLowerCase();
  }

  #settle(): Settings {
    const { attributes, warn } = this.#options;
    const ofProject = (this.#boot?.project.widget ?? {}) as Said;
    return settle([this.#said, attributes, ofProject], (key, value) =>
      warn(`"${key}" cannot be ${JSON.stringify(value)}`),
    );
  }

  readonly #emit: Emit = (name, detail) => {
    dispatchEvent(new CustomEvent(`parley:${name}`, { detail }));
    for (const handler of [...(this.#handlers.get(name) ?? [])]) {
      try {
        handler(detail);
      } catch (error) {
        // A fault of the page, which its own handlers of errors see.
        reportError(error);
      }
    }
  };
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => work(), { timeout: 5_000 });
  else setTimeout(work, 200);
}
