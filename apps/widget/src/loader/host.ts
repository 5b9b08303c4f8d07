import type { WidgetSettingsView } from '@parley/sdk';
import type { CustomToken } from '@parley/sdk/browser';

import type { Said } from './kinds.ts';
import type { Settings } from './settings.ts';

/** What `widgets` has answered. */
export type Boot = WidgetSettingsView;

export interface StartOptions {
  text?: string;
  department?: string;
  attributes?: Record<string, unknown>;
}

/** Events of the widget and their `detail`. Source: contract 81 section 1. */
export interface Events {
  ready: undefined;
  open: undefined;
  close: undefined;
  started: { request_id: string };
  identified: { id: string };
  loggedout: undefined;
  unread: { count: number };
  message: { from: string; type: string };
  closed: { request_id: string };
  rated: { rating: number };
  error: { code: string };
}

export type Emit = <Name extends keyof Events>(name: Name, detail?: Events[Name]) => void;

/** What the loader gives the panel. */
export interface Host {
  /** Address of the API. */
  readonly api: string;
  readonly project: string;
  readonly boot: Boot;
  /** Of the labels in `boot`, lower case: `en`, `pt-br`. */
  readonly lang: string;
  readonly root: ShadowRoot;
  /** Where the panel is drawn. */
  readonly place: HTMLElement;
  /** Only looked at: nothing is called, and nothing of the page is touched. */
  readonly isPreview?: boolean;
  readonly emit: Emit;
  settings(): Settings;
  /** What page and project say of keys that the panel alone needs. */
  said(): { page: Said; dataset: Readonly<Record<string, string | undefined>>; project: Said };
  /** Names a faulty value in the console, once. */
  faulty(key: string, value: unknown): void;
  /** Whether something may be kept on this device. */
  mayKeep(): boolean;
  /** Closes the panel, by the visitor. */
  close(): void;
  setUnread(count: number): void;
  /** Without noise: what is wrong is said once in the console. */
  warn(message: string): void;
}

/** What the panel does for the loader. */
export interface Panel {
  /** @param isFocused the visitor has opened it here, and not in another tab */
  opened(isFocused: boolean): void;
  closed(): void;
  start(options: StartOptions): void;
  identify(token: CustomToken): Promise<void>;
  logOut(): Promise<void>;
  consent(isGiven: boolean): void;
  settingsChanged(): void;
  /** Shows everything in another language. */
  translate(boot: Boot, lang: string): void;
  shutDown(): void;
}

/** The invitation beside the button, a part of its own. */
export interface CalloutModule {
  showCallout(host: Host, open: () => void): () => void;
}

/** The entry of the parts. */
export interface PanelModule {
  startPanel(host: Host): Promise<Panel>;
}
