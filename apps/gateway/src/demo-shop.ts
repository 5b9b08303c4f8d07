import type { Build } from './build.ts';
import type { Config } from './config.ts';
import { demoHeaders } from './content-policies.ts';
import { builtDocument, type Document, encodeDocument } from './document.ts';
import type { DemoNotice } from './home.ts';

/** Part of the widget's build: a shop page, with `{project}` as the placeholder of the project's id. */
const folder = 'demo/';
const headers = { ...demoHeaders, 'cache-control': 'no-cache' };

/**
 * The shop at `/demo`, with the widget of the demo project, the token of its customer and the calls of its webhook: while there is one, and
 * never in production.
 * @returns what there is at a path
 */
export function openDemoShop(
  { NODE_ENV, CONSOLE }: Pick<Config, 'NODE_ENV' | 'CONSOLE'>,
  build: Build | undefined,
  demo: () => DemoNotice | undefined,
): (path: string) => Document | undefined | Promise<Document> {
  const page = build?.get(`${folder}index.html`);
  if (page === undefined || NODE_ENV === 'production' || CONSOLE === 'off') return () => undefined;
  const files = new Map(
    [...(build ?? [])]
      .filter(([path]) => path.startsWith(folder) && path !== `${folder}index.html`)
      .map(([path, file]) => [`/${path}`, builtDocument(file, headers)]),
  );
  let made: { projectId: string; document: Promise<Document> } | undefined;

  return (path) => {
    const { projectId, customerToken, webhookCalls } = demo() ?? {};
    if (projectId === undefined) return undefined;
    // The project's secret stays on the server; the browser gets a token for five minutes.
    if (path === '/demo/customer') return customerToken?.().then((token) => newest(token, 'application/jwt'));
    if (path === '/demo/webhooks') return webhookCalls && newest(JSON.stringify(webhookCalls()), 'application/json');
    if (path !== '/demo' && path !== '/demo/') return files.get(path);
    if (made?.projectId !== projectId) {
      const text = page.plain.toString('utf8').replaceAll('{project}', projectId.replace(/\W/g, ''));
      made = { projectId, document: encodeDocument(text, { ...headers, 'content-type': page.type }) };
    }
    return made.document;
  };
}

/** What is another one at each call. */
function newest(text: string, type: string): Promise<Document> {
  return encodeDocument(text, { ...demoHeaders, 'cache-control': 'no-store', 'content-type': type });
}
