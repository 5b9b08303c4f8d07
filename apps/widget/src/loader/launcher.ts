import { directionOf } from './direction.ts';
import type { Boot } from './host.ts';
import launcherCss from './launcher.css?inline';
import type { Settings } from './settings.ts';
import { themeSheet } from './theme.ts';

const panelId = 'parley-panel';
const maxShown = 9;
const drawings = {
  chat: 'M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  close: 'M6 6l12 12M18 6L6 18',
};

/** Effects on a page's root that apply to everything below it. */
const effects = ['transform', 'filter', 'perspective', 'translate', 'rotate', 'scale'] as const;

interface LauncherState {
  isOpen: boolean;
  /** Hidden by the page. */
  isHidden: boolean;
  unread: number;
}

interface LauncherOptions {
  /** The answer of `widgets`, in the current language. */
  boot(): Boot;
  lang(): string;
  settings(): Settings;
  toggle(): void;
  /** The visitor is about to open the panel. */
  near(): void;
  /** Parent element; default: the document element. */
  parent?: HTMLElement;
}

/** The widget's element with the launcher. Everything is in a shadow root: no styles leak in or out. */
export class Launcher {
  readonly root: ShadowRoot;
  /** Where the panel is rendered. */
  readonly place = make('div');
  readonly #element = document.createElement('parley-widget');
  readonly #frame = make('div', 'root');
  readonly #button = make('button', 'launcher');
  readonly #icon = drawing();
  readonly #text = make('span');
  readonly #badge = make('span', 'badge');
  readonly #theme = new CSSStyleSheet();
  readonly #options: LauncherOptions;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #state: LauncherState = { isOpen: false, isHidden: false, unread: 0 };

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.root = this.#element.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(launcherCss);
    this.root.adoptedStyleSheets = [this.#theme, sheet];
    this.place.id = panelId;
    this.#badge.setAttribute('aria-hidden', 'true');
    this.#button.type = 'button';
    this.#button.setAttribute('aria-controls', panelId);
    this.#button.append(this.#icon, this.#text, this.#badge);
    this.#button.addEventListener('click', options.toggle);
    this.#button.addEventListener('pointerenter', options.near);
    this.#button.addEventListener('focus', options.near);
    this.#frame.append(this.place, this.#button);
    this.root.append(this.#frame);
    this.#dark.addEventListener('change', this.draw);
    this.draw();
    (options.parent ?? document.documentElement).append(this.#element);
    if (!options.parent) this.#escapeEffects();
  }

  /** Renders the current settings and state. */
  readonly draw = (): void => {
    const boot = this.#options.boot();
    const lang = this.#options.lang();
    const { isOpen, isHidden, unread } = this.#state;
    const now = this.#options.settings();
    const isDark = now.colorScheme === 'dark' || (now.colorScheme === 'auto' && this.#dark.matches);
    this.#theme.replaceSync(themeSheet(now));
    this.#frame.lang = lang;
    this.#frame.dir = directionOf(lang);
    this.#frame.classList.toggle('dark', isDark);
    this.#frame.classList.toggle('start', now.align === 'left');
    this.#frame.classList.toggle('opened', isOpen);
    const isAway = now.hideWhenClosed && !boot.open.isopen && !isOpen;
    this.#button.hidden = isHidden || now.launcher === 'none' || isAway;
    this.#text.textContent = isOpen ? '' : (now.launcherText ?? '');
    this.#icon.firstElementChild?.setAttribute('d', isOpen ? drawings.close : drawings.chat);
    const count = isOpen ? 0 : unread;
    this.#badge.textContent = count > maxShown ? `${maxShown}+` : String(count || '');
    const key = isOpen ? 'BUTTON_CLOSE_TO_ICON' : 'START_A_CONVERSATION';
    const name = this.#text.textContent || boot.labels?.data[key];
    this.#button.setAttribute('aria-label', `${name} ${this.#badge.textContent}`);
    this.#button.setAttribute('aria-expanded', String(isOpen));
  };

  show(change: Partial<LauncherState>): void {
    this.#state = { ...this.#state, ...change };
    this.draw();
  }

  get isShown(): boolean {
    return !this.#button.hidden;
  }

  focus(): void {
    this.#button.focus();
  }

  remove(): void {
    this.#dark.removeEventListener('change', this.draw);
    this.#element.remove();
  }

  /** Effects on the page's root would also affect the widget; the top layer is not affected. */
  #escapeEffects(): void {
    const style = getComputedStyle(document.documentElement);
    const isPlain = effects.every((effect) => style[effect] === 'none') && style.opacity === '1';
    if (isPlain) return;
    this.#element.popover = 'manual';
    this.#element.showPopover?.();
  }
}

function make<Name extends 'button' | 'div' | 'span'>(name: Name, className?: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

/** Without its path, which `draw` sets. */
function drawing(): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(line);
  return svg;
}
