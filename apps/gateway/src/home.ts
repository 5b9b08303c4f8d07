import { readFile } from 'node:fs/promises';

/** The demo project, without passwords: the page is public. */
export interface DemoNotice {
  projectId: string;
  people: readonly { role: string; email: string }[];
  /** What the server of the shop says of the customer who is signed in there. */
  customerToken?: (() => Promise<string>) | undefined;
  /** What the server of the shop has got from the webhook, the newest first. */
  webhookCalls?: (() => readonly object[]) | undefined;
}

/** Which pages for people are served beside the reference. */
export interface Applications {
  hasConsole: boolean;
  hasShop: boolean;
}

const folder = new URL('../home/', import.meta.url);

/** Files of the page, by name. */
export const homeFiles: Record<string, { type: string; file: URL }> = {
  'style.css': { type: 'text/css; charset=utf-8', file: new URL('style.css', folder) },
  'script.js': { type: 'text/javascript; charset=utf-8', file: new URL('script.js', folder) },
  'icon.svg': { type: 'image/svg+xml', file: new URL('icon.svg', folder) },
};

/** Only those files, and calls to the page's own origin. */
export const homePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page at `/home`, and at `/` while no console is built: where to go from here. */
export async function homePage(demo: DemoNotice | undefined, { hasConsole, hasShop }: Applications): Promise<string> {
  const page = await readFile(new URL('index.html', folder), 'utf8');
  const links = [
    hasConsole ? '<li><a href="/console/">Console</a><span>where agents work</span></li>' : '',
    hasShop ? '<li><a href="/demo">Demo shop</a><span>a page with the widget of the demo project</span></li>' : '',
  ];
  return page
    .replace('<!-- applications -->', links.join('\n'))
    .replace('<!-- demo -->', () => (demo ? demoSection(demo) : ''));
}

function demoSection({ projectId, people }: DemoNotice): string {
  const rows = people.map(({ role, email }) => `<tr><td>${escaped(role)}</td><td>${escaped(email)}</td></tr>`);
  return `<section>
<h2>The demo project</h2>
<table>${rows.join('')}</table>
<p>The terminal that started Parley shows their passwords; they are also in <code>demo.json</code> in the data folder. The project ID is <code>${escaped(projectId)}</code>.</p>
</section>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** The answer of `/v3`. */
export function apiLinks(publicUrl: string) {
  return {
    name: 'Parley',
    version: 'v3',
    links: {
      reference: `${publicUrl}/docs`,
      openapi: `${publicUrl}/openapi.json`,
      asyncapi: `${publicUrl}/asyncapi.json`,
      health: `${publicUrl}/readyz`,
      keys: `${publicUrl}/.well-known/jwks.json`,
    },
  };
}
