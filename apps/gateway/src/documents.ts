import { readFile } from 'node:fs/promises';
import { assets, contentSecurityPolicy, page, start } from './docs.ts';
import { type Document, encodeDocument } from './document.ts';
import { openApiText } from './reference.ts';

/** What this gateway serves to everybody, by its path without a trailing slash. */
export type Documents = ReadonlyMap<string, () => Promise<Document>>;

/** `/openapi.json`, `/docs` and all that the page loads; each is made when it is first asked for. */
export function openDocuments(publicUrl: string): Documents {
  const docsHeaders = { 'content-security-policy': contentSecurityPolicy(publicUrl) };
  const ours = (type: string, body: string) =>
    once(() => encodeDocument(body, { ...docsHeaders, 'content-type': type, 'cache-control': 'no-cache' }));
  return new Map([
    [
      '/openapi.json',
      once(async () =>
        encodeDocument(await openApiText(publicUrl), {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'public, max-age=300',
        }),
      ),
    ],
    ['/docs', ours('text/html; charset=utf-8', page)],
    ['/docs/start.js', ours('text/javascript; charset=utf-8', start)],
    ...Object.entries(assets).map(([name, { type, file }]) => {
      const headers = { ...docsHeaders, 'content-type': type, 'cache-control': 'public, max-age=3600' };
      return [`/docs/${name}`, once(async () => encodeDocument(await readFile(file), headers))] as const;
    }),
  ]);
}

/** Made once, and again only where that failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
