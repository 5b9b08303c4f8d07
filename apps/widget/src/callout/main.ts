import type { Host } from '../loader/host.ts';
import { labelText } from '../texts/label-nodes.ts';
import calloutCss from './callout.css?inline';

/**
 * An invitation beside the button, once per visitor.
 * @returns what takes it away; also what is kept of it, when `mayKeep` is withdrawn
 */
export function showCallout({ boot, project, root, place, mayKeep }: Host, open: () => void): () => void {
  const key = `parley:${project}:callout`;
  const isFirst = !remembers(key, mayKeep());
  const forget = () => void (mayKeep() || remembers(key, false));
  if (!isFirst) return forget;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(calloutCss);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];

  const words = (key: string) => {
    const label = boot.labels?.data[key];
    return typeof label === 'string' ? labelText(label) : '';
  };
  const callout = document.createElement('div');
  callout.className = 'callout';
  const remove = () => {
    callout.remove();
    forget();
  };
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

/** Whether it has been shown; from now on it has, or, without consent, nothing is kept of it. */
function remembers(key: string, mayKeep: boolean): boolean {
  try {
    const isKnown = localStorage.getItem(key) !== null;
    if (mayKeep) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
    return isKnown;
  } catch {
    // Once per page, then.
    return false;
  }
}
