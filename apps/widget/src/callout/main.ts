import type { Host } from '../loader/host.ts';
import { labelText } from '../texts/label-nodes.ts';
import calloutCss from './callout.css?inline';

/** An invitation beside the launcher, once per visitor. @returns a function that removes it */
export function showCallout({ boot, project, root, place, mayKeep }: Host, open: () => void): () => void {
  if (!isFirst(`parley:${project}:callout`, mayKeep())) return () => undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(calloutCss);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];

  const words = (key: string) => {
    const label = boot.labels?.data[key];
    return typeof label === 'string' ? labelText(label) : '';
  };
  const callout = document.createElement('div');
  callout.className = 'callout';
  const remove = () => callout.remove();
  const invitation = button(open);
  const title = document.createElement('strong');
  title.textContent = words('CALLOUT_TITLE_PLACEHOLDER');
  invitation.append(title, words('CALLOUT_MSG_PLACEHOLDER'));
  const close = button(remove);
  close.textContent = '×';
  close.setAttribute('aria-label', words('CLOSE'));
  callout.append(invitation, close);
  place.after(callout);
  return remove;
}

function button(onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.addEventListener('click', onClick);
  return element;
}

/** @param mayKeep whether the key may be stored */
function isFirst(key: string, mayKeep: boolean): boolean {
  try {
    if (localStorage.getItem(key)) return false;
    if (mayKeep) localStorage.setItem(key, '1');
  } catch {
    // Without storage: once per page.
  }
  return true;
}
