import { readFile } from 'node:fs/promises';
import { assets, contentSecurityPolicy, page, start } from './docs.ts';
import { type Document, encodeDocument } from './document.ts';
import { type Applications, apiLinks, type DemoNotice, homeFiles, homePage, homePolicy } from './home.ts';
import { asyncApiText, openApiText } from './reference.ts';

/** Documents that need no credentials, by path without a trailing slash. */
export type Documents = ReadonlyMap<string, () => Promise<Document>>;

/**
 * `/`, `/v3`, `/openapi.json`, `/asyncapi.json`, `/docs` and all that the pages load; each is made when it is first asked for.
 * @param demo the demo project to show on the page at `/home`, once there is one
 * @param applications that are served, for the same page
 */
export function openDocuments(
  publicUrl: string,
  demo: () => DemoNotice | undefined,
  applications: () => Applications,
): Documents {
  const homeHeaders = { 'content-security-policy': homePolicy, 'cache-control': 'no-cache' };
  const docsHeaders = { 'content-security-policy': contentSecurityPolicy(publicUrl) };
  const ours = (type: string, body: string) =>
    once(() => encodeDocument(body, { ...docsHeaders, 'content-type': type, 'cache-control': 'no-cache' }));
  const home = async () =>
    encodeDocument(await homePage(demo(), applications()), {
      ...homeHeaders,
      'content-type': 'text/html; charset=utf-8',
    });
  return new Map([
    // Instead of a console that is not built.
    ['', home],
    ['/console', home],
    // Beside a console, too.
    ['/home', home],
    ...Object.entries(homeFiles).map(([name, { type, file }]) => {
      const headers = { ...homeHeaders, 'content-type': type };
      return [`/home/${name}`, once(async () => encodeDocument(await readFile(file), headers))] as const;
    }),
    ['/v3', json(() => JSON.stringify(apiLinks(publicUrl)))],
    ['/openapi.json', json(() => openApiText(publicUrl))],
    ['/asyncapi.json', json(() => asyncApiText(publicUrl))],
    ['/docs', ours('text/html; charset=utf-8', page)],
    ['/docs/start.js', ours('text/javascript; charset=utf-8', start)],
    ...Object.entries(assets).map(([name, { type, file }]) => {
      const headers = { ...docsHeaders, 'content-type': type, 'cache-control': 'public, max-age=3600' };
      return [`/docs/${name}`, once(async () => encodeDocument(await readFile(file), headers))] as const;
    }),
  ]);
}

/** A JSON document that callers may keep for five minutes. */
function json(make: () => string | Promise<string>): () => Promise<Document> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' };
  return once(async () => encodeDocument(await make(), headers));
}

/** Memoizes `make`; a rejection is not kept. */
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
