import { runCommand } from './commands.ts';
import { Widget } from './widget.ts';

/** File names of the chunks. */
declare const __PARTS__: { panel: string; callout: string };

type Command = (...args: unknown[]) => void;

interface Page {
  parley?: Command & { q?: unknown[][]; isLive?: boolean };
}

const page = globalThis as Page;
const script = document.currentScript;
/** In older browsers, nothing is shown and nothing throws. */
const canRun = 'adoptedStyleSheets' in Document.prototype && 'timeout' in AbortSignal;

if (script instanceof HTMLScriptElement && canRun && !page.parley?.isLive) start(script);

function start({ src, dataset }: HTMLScriptElement): void {
  const warned = new Set<string>();
  const warn = (message: string) => {
    if (warned.has(message)) return;
    warned.add(message);
    // biome-ignore lint/suspicious/noConsole: it is for the developer of the page.
    console.warn(`parley: ${message}`);
  };
  const { project, api = new URL(src).origin } = dataset;
  if (!project) {
    warn('data-project is missing');
    return;
  }

  const widget = new Widget({
    api: api.replace(/\/+$/, ''),
    project,
    addressOf: (part) => new URL(`widget/${__PARTS__[part]}`, src).href,
    dataset,
    warn,
    onShutDown: () => {
      page.parley = queue();
    },
  });
  const early = page.parley?.q ?? [];
  page.parley = Object.assign((...args: unknown[]) => runCommand(widget, args, warn), { isLive: true });
  for (const command of early) page.parley(...command);
}

/** The queue that pages define before the script: commands wait for the next `widget.js`. */
function queue(): NonNullable<Page['parley']> {
  const wait: NonNullable<Page['parley']> = (...args) => {
    wait.q = [...(wait.q ?? []), args];
  };
  return wait;
}
