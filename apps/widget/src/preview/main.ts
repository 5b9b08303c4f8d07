import type { Boot, PanelModule } from '../loader/host.ts';
import { type Said, settle } from '../loader/kinds.ts';
import { Launcher } from '../loader/launcher.ts';
import { kinds } from '../loader/settings.ts';

/** File names of the parts. */
declare const __PARTS__: { panel: string };

/** A rendered preview. */
export interface Preview {
  /** Renders it with other settings. @param widget as they would be stored in the project */
  show(widget: Said): void;
  remove(): void;
}

/**
 * Renders the open widget into a box as visitors would see it, from settings that need not be saved. It makes no calls and stores nothing.
 * @param box the containing block of fixed elements, by its `transform` or `contain`, and `inert`
 * @param boot the answer of `widgets`
 */
export async function startPreview(box: HTMLElement, boot: Boot, lang: string): Promise<Preview> {
  const { startPanel } = (await import(/* @vite-ignore */ `./${__PARTS__.panel}`)) as PanelModule;
  let widget: Said = boot.project.widget;
  const nothing = () => undefined;
  const settings = () => settle(kinds, [widget], nothing);
  const launcher = new Launcher({
    boot: () => boot,
    lang: () => lang,
    settings,
    toggle: nothing,
    near: nothing,
    parent: box,
  });
  launcher.show({ isOpen: true });
  const panel = await startPanel({
    api: location.origin,
    project: boot.project._id,
    boot,
    lang,
    root: launcher.root,
    place: launcher.place,
    isPreview: true,
    emit: nothing,
    settings,
    said: () => ({ page: {}, dataset: {}, project: widget }),
    faulty: nothing,
    mayKeep: () => false,
    close: nothing,
    setUnread: nothing,
    warn: nothing,
  });
  panel.opened(false);

  return {
    show: (changed) => {
      widget = changed;
      launcher.draw();
      panel.settingsChanged();
    },
    remove: () => {
      panel.shutDown();
      launcher.remove();
    },
  };
}
