import { type Signal, signal } from '@preact/signals';

/** Whether the page is visible, and online. */
export class PageState {
  readonly isVisible: Signal<boolean> = signal(document.visibilityState === 'visible');
  readonly isOnline: Signal<boolean> = signal(navigator.onLine);

  constructor() {
    globalThis.addEventListener('online', this.#look);
    globalThis.addEventListener('offline', this.#look);
    document.addEventListener('visibilitychange', this.#look);
  }

  dispose(): void {
    globalThis.removeEventListener('online', this.#look);
    globalThis.removeEventListener('offline', this.#look);
    document.removeEventListener('visibilitychange', this.#look);
  }

  readonly #look = (): void => {
    this.isVisible.value = document.visibilityState === 'visible';
    this.isOnline.value = navigator.onLine;
  };
}
