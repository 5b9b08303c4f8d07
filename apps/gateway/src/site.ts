import type { Request } from 'express';

import { type Build, readBuild } from './build.ts';
import type { Config } from './config.ts';
import { consoleHeaders, mailFrameHeaders, widgetHeaders } from './content-policies.ts';
import { openDemoShop } from './demo-shop.ts';
import { builtDocument, type Document } from './document.ts';
import type { Applications, DemoNotice } from './home.ts';

/** What people and other sites' pages load from the gateway: the console, the widget, the shop that shows it. Source: contract 82 section 12. */
export interface Site {
  /** Whether the path is the site's, so that nothing else answers it. */
  owns(path: string): boolean;
  /** Headers of every answer at the path, refusals included. */
  headersAt(path: string): Record<string, string>;
  applications(): Applications;
  /** What to answer; undefined: there is nothing. */
  find(req: Request): Document | { redirect: string } | undefined | Promise<Document | undefined>;
}

/** With a hash in its name: `index-DiwrgTda.js`. */
const hashed = /-[\w-]{8}\.\w+$/;
const hour = 3_600;
const immutable = 'public, max-age=31536000, immutable';
const consolePath = /^\/console(?:\/|$)/;
const demoPath = /^\/demo(?:\/|$)/;
const widgetPath = /^\/widget(?:\.js$|\/)/;

/**
 * Reads the builds, each once. The first folder of a setting is the release that is served; of those behind it, the releases before, only
 * parts with a hash in their names are, so that a page opened before an upgrade still loads its lazy parts.
 * @param demo the demo project, once there is one
 * @throws Error for a folder that was named and is no build
 */
export async function openSite(config: Config, demo: () => DemoNotice | undefined): Promise<Site> {
  const consoleBuild =
    config.CONSOLE === 'on' ? await buildsAt(config.CONSOLE_DIR, 'console', 'index.html') : undefined;
  const widgetBuild = config.WIDGET === 'on' ? await buildsAt(config.WIDGET_DIR, 'widget', 'widget.js') : undefined;
  const documents = new Map([
    ...consoleDocuments(consoleBuild ?? []),
    ...(widgetBuild === undefined ? [] : widgetDocuments(widgetBuild)),
  ]);
  const page = documents.get('/console/index.html');
  const ofConsole = consoleHeaders(config);
  const ofFrames = new Map([
    ['/console/mail-frame.html', mailFrameHeaders(config, false)],
    ['/console/mail-frame-images.html', mailFrameHeaders(config, true)],
  ]);
  const shop = openDemoShop(config, widgetBuild?.[0], demo);

  return {
    owns(path) {
      if (widgetPath.test(path) || demoPath.test(path)) return true;
      // Without a build, and not switched off, the page at `/` takes the console's place.
      return (consolePath.test(path) || path === '/') && (page !== undefined || config.CONSOLE === 'off');
    },
    applications: () => ({ hasConsole: page !== undefined, hasShop: shop('/demo') !== undefined }),
    headersAt: (path) => ofFrames.get(path) ?? (consolePath.test(path) ? ofConsole : {}),
    find(req) {
      const { path } = req;
      if (demoPath.test(path)) return shop(path);
      if (path === '/') return page !== undefined && asksForPage(req) ? { redirect: '/console/' } : undefined;
      if (path === '/console' || path === '/console/') return page;
      const isView = page !== undefined && consolePath.test(path) && isViewPath(path) && asksForPage(req);
      return documents.get(path) ?? (isView ? page : undefined);
    },
  };
}

/** @returns undefined when none is configured */
async function buildsAt(
  folders: readonly string[] | undefined,
  app: 'console' | 'widget',
  entry: string,
): Promise<Build[] | undefined> {
  const builds = folders && (await Promise.all(folders.map(readBuild)));
  if (builds !== undefined && !builds[0]?.has(entry))
    throw new Error(`${app.toUpperCase()}_DIR: ${folders?.[0]} holds no ${entry}`);
  return builds;
}

/** The newest release last, so that it wins. */
function consoleDocuments(builds: readonly Build[]): [string, Document][] {
  return builds
    .flatMap((build, age) =>
      [...build].flatMap(([path, file]): [string, Document][] => {
        const isPart = path.startsWith('assets/') && hashed.test(path);
        if (age > 0 && !isPart) return [];
        const isEntry = path === 'index.html' || path === 'worker.js';
        const kept = isPart ? immutable : isEntry ? 'no-cache' : `public, max-age=${hour}`;
        return [[`/console/${path}`, builtDocument(file, { 'cache-control': kept })]];
      }),
    )
    .reverse();
}

function widgetDocuments(builds: readonly Build[]): [string, Document][] {
  return builds
    .flatMap((build, age) =>
      [...build].flatMap(([path, file]): [string, Document][] => {
        // Those that know the names of the others have the same name in each release.
        const isEntry = (path === 'widget.js' || path === 'preview.js') && age === 0;
        if (!isEntry && !(hashed.test(path) && !path.includes('/'))) return [];
        const kept = isEntry ? 'public, max-age=300, stale-while-revalidate=86400' : immutable;
        const headers = { ...widgetHeaders, 'cache-control': kept };
        return [[path === 'widget.js' ? '/widget.js' : `/widget/${path}`, builtDocument(file, headers)]];
      }),
    )
    .reverse();
}

/** A missing script must be a 404, not the page. */
function asksForPage({ headers: { accept = '' } }: Request): boolean {
  return /(?:^|[,\s])text\/html\b/i.test(accept);
}

const escapedMark = /%(?:00|2e|2f|5c)/i;

/** Screens of a project name records, whose ids may end in what looks like an extension. No file is served there. */
const projectPath = /^\/console\/[0-9a-f]{24}\//;

/** Whether a path may be a page of the console: one of a project, or without an extension, and without `..` in any encoding. */
function isViewPath(path: string): boolean {
  const decoded = decodedOf(path);
  if (path.length > 2_048 || decoded === undefined || escapedMark.test(path) || escapedMark.test(decoded)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
  if (/\.\.|[\\\u0000-\u001f\u007f]/.test(decoded) || path.includes(':')) return false;
  return projectPath.test(decoded) || !/\.\w+$/.test(decoded);
}

function decodedOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
