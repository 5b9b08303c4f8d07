import type { WidgetSettingsView } from '@parley/sdk';
import type { CustomToken } from '@parley/sdk/browser';

import type { Said } from './kinds.ts';
import type { Settings } from './settings.ts';

/** The answer of `widgets`. */
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

/** What the loader provides to the panel. */
export interface Host {
  /** Address of the API. */
  readonly api: string;
  readonly project: string;
  readonly boot: Boot;
  /** Language of the labels in `boot`, lower case: `en`, `pt-br`. */
  readonly lang: string;
  readonly root: ShadowRoot;
  /** Where the panel is rendered. */
  readonly place: HTMLElement;
  /** A preview: makes no calls and does not touch the page. */
  readonly isPreview?: boolean;
  readonly emit: Emit;
  settings(): Settings;
  /** Settings of page and project for keys that only the panel uses. */
  said(): { page: Said; dataset: Readonly<Record<string, string | undefined>>; project: Said };
  /** Reports an invalid value in the browser's console, once. */
  faulty(key: string, value: unknown): void;
  /** Whether anything may be stored on this device. */
  mayKeep(): boolean;
  /** The visitor closes the panel. */
  close(): void;
  setUnread(count: number): void;
  /** Reports a problem once in the browser's console. */
  warn(message: string): void;
}

/** What the panel provides to the loader. */
export interface Panel {
  /** @param isFocused the visitor opened it in this tab */
  opened(isFocused: boolean): void;
  closed(): void;
  start(options: StartOptions): void;
  identify(token: CustomToken): Promise<void>;
  logOut(): Promise<void>;
  consent(isGiven: boolean): void;
  settingsChanged(): void;
  /** Switches to another language. */
  translate(boot: Boot, lang: string): void;
  shutDown(): void;
}

/** The invitation beside the launcher, a separate chunk. */
export interface CalloutModule {
  showCallout(host: Host, open: () => void): () => void;
}

/** The entry of the panel's chunks. */
export interface PanelModule {
  startPanel(host: Host): Promise<Panel>;
}
