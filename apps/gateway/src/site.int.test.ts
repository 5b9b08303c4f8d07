import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { describeWithProgram } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';

import { call, GatewayHarness } from '../test/gateway-harness.ts';
import { newRelease } from '../test/release.ts';
import type { RunningGateway } from './service.ts';

const script = (name: string) =>
  `globalThis.loaded = ${JSON.stringify(name)};\n${'// a comment, to be compressed\n'.repeat(50)}`;
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Console</title><link rel="icon" href="/console/favicon.svg">
<link rel="stylesheet" href="/console/assets/index-AbCd_123.css"><script type="module" src="/console/assets/index-DiwrgTda.js"></script></head>
<body>${'<p>console</p>'.repeat(50)}</body></html>`;
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const font = Buffer.from('wOF2 font');

let harness: GatewayHarness;
let gateway: RunningGateway;
const folders: string[] = [];

async function release(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await newRelease(files);
  folders.push(folder);
  return folder;
}

const consoleFiles = {
  'index.html': page,
  'favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(40)}</svg>`,
  'worker.js': script('worker'),
  'my-settings.txt': 'no hash, although it looks like one',
  'assets/index-DiwrgTda.js': script('new'),
  'assets/index-AbCd_123.css': `p { color: rgb(1, 2, 3); } ${'/* a comment */'.repeat(40)}`,
  'assets/logo-Zz09_-aB.png': png,
  'assets/inter-Qw12Er34.woff2': font,
  'assets/index-DiwrgTda.js.map': '{}',
  '.vite/manifest.json': '{}',
};
const widgetFiles = {
  'widget.js': script('loader'),
  'panel-Abc123_-.js': script('panel'),
  'panel-Abc123_-.css': `.a { color: red } ${'/* a comment */'.repeat(40)}`,
  'notes.txt': 'not a part',
};

beforeAll(async () => {
  const [newest, former, oldest] = [
    await release(consoleFiles),
    await release({ 'index.html': 'former page', 'assets/index-Former01.js': script('former'), 'old.txt': 'old' }),
    await release({ 'index.html': 'oldest page', 'assets/index-Oldest01.js': script('oldest') }),
  ];
  await symlink('/etc/passwd', join(newest, 'assets', 'link-12345678.txt'));
  const widgets = [
    await release(widgetFiles),
    await release({ 'widget.js': 'former loader', 'panel-Former01.js': script('former panel') }),
  ];
  harness = await GatewayHarness.start();
  gateway = await harness.gateway({
    CONSOLE_DIR: [newest, former, oldest].join(','),
    WIDGET_DIR: widgets.join(','),
    MEDIA_ORIGIN: 'https://media.parley.example/',
  });
});
afterAll(async () => {
  await harness.stop();
  for (const folder of folders) await rm(folder, { recursive: true });
});

interface Raw {
  status?: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The path goes out as it stands: clients would tidy it up. */
function raw(path: string, headers: Record<string, string> = {}, to = gateway, method = 'GET'): Promise<Raw> {
  const { hostname: host, port } = new URL(to.addresses.http);
  return new Promise((resolve, reject) => {
    const req = request({ host, port, path, method, headers }, async (res) =>
      resolve({ status: res.statusCode, headers: res.headers, body: await buffer(res) }),
    );
    req.on('error', reject).end();
  });
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const year = 'public, max-age=31536000, immutable';
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data: https://media.parley.example; " +
  "media-src 'self' blob: https://media.parley.example; font-src 'self'; connect-src 'self' https://media.parley.example; " +
  "manifest-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types parley-worker";

const files = [
  ['/console/', page, 'text/html; charset=utf-8', 'no-cache'],
  ['/console', page, 'text/html; charset=utf-8', 'no-cache'],
  ['/console/index.html', page, 'text/html; charset=utf-8', 'no-cache'],
  ['/console/worker.js', consoleFiles['worker.js'], 'text/javascript; charset=utf-8', 'no-cache'],
  ['/console/favicon.svg', consoleFiles['favicon.svg'], 'image/svg+xml', 'public, max-age=3600'],
  ['/console/my-settings.txt', consoleFiles['my-settings.txt'], 'text/plain; charset=utf-8', 'public, max-age=3600'],
  ['/console/assets/index-DiwrgTda.js', script('new'), 'text/javascript; charset=utf-8', year],
  ['/console/assets/index-AbCd_123.css', consoleFiles['assets/index-AbCd_123.css'], 'text/css; charset=utf-8', year],
  ['/console/assets/logo-Zz09_-aB.png', png, 'image/png', year],
  ['/console/assets/inter-Qw12Er34.woff2', font, 'font/woff2', year],
  ['/console/assets/index-Former01.js', script('former'), 'text/javascript; charset=utf-8', year],
  ['/console/assets/index-Oldest01.js', script('oldest'), 'text/javascript; charset=utf-8', year],
  [
    '/widget.js',
    script('loader'),
    'text/javascript; charset=utf-8',
    'public, max-age=300, stale-while-revalidate=86400',
  ],
  ['/widget/panel-Abc123_-.js', script('panel'), 'text/javascript; charset=utf-8', year],
  ['/widget/panel-Abc123_-.css', widgetFiles['panel-Abc123_-.css'], 'text/css; charset=utf-8', year],
  ['/widget/panel-Former01.js', script('former panel'), 'text/javascript; charset=utf-8', year],
] as const;

describe.each(files)('%s', (path, content, type, kept) => {
  const isCompressible = content.length > 100;

  it('comes with its headers, in each encoding with the same content, and as 304 to who has it', async () => {
    const plain = await raw(path);
    expect([plain.status, plain.headers['content-type'], plain.headers['cache-control']]).toEqual([200, type, kept]);
    expect(plain.body.equals(Buffer.from(content))).toBe(true);
    const seen = new Set<unknown>();
    for (const [accept, encoding, decode] of [
      ['identity', undefined, (bytes: Buffer) => bytes],
      ['gzip', isCompressible ? 'gzip' : undefined, isCompressible ? gunzipSync : (bytes: Buffer) => bytes],
      ['gzip, deflate, br', isCompressible ? 'br' : undefined, isCompressible ? brotliDecompressSync : Buffer.from],
      ['br;q=0, gzip;q=0', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const answer = await raw(path, { 'accept-encoding': accept });
      expect([accept, answer.headers['content-encoding']]).toEqual([accept, encoding]);
      expect(decode(answer.body).equals(Buffer.from(content))).toBe(true);
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(answer.headers.vary).toBe('Accept-Encoding');
      const etag = String(answer.headers.etag);
      seen.add(etag);
      const again = await raw(path, { 'accept-encoding': accept, 'if-none-match': etag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect(again.headers['cache-control']).toBe(kept);
      const head = await raw(path, { 'accept-encoding': accept }, gateway, 'HEAD');
      expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, etag]);
    }
    expect(seen.size).toBe(isCompressible ? 3 : 1);
  });

  it(path.startsWith('/console') ? 'runs under the policy of the console' : 'may be loaded by any page', async () => {
    const { headers } = await raw(path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['ratelimit-limit']).toBe('1200');
    expect(headers['set-cookie']).toBeUndefined();
    if (path.startsWith('/console')) {
      expect(headers).toMatchObject({
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      });
    } else {
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    }
  });
});

it('shows the page at each view of the console, and at no missing file', async () => {
  for (const path of [
    '/console/signin',
    '/console/64a0c0ffee64a0c0ffee64a0/inbox/mine/support-group-1-2',
    '/console/64a0c0ffee64a0c0ffee64a0/inbox/closed/support-group-1-import.0.2',
    '/console/handle-invitation/c0de/Ada%27s%20shop%3A%20Rome/J%C3%BCrgen',
    '/console/resetpassword/k-e_y/',
  ]) {
    const view = await raw(path, html);
    expect([path, view.status, view.body.toString()]).toEqual([path, 200, page]);
    expect(view.headers['content-security-policy']).toBe(policy);
    // A script that asks gets no page.
    expect([path, (await raw(path)).status]).toEqual([path, 404]);
  }
  for (const path of [
    '/console/assets/index-Missing1.js',
    '/console/missing.css',
    '/console/old.txt',
    '/console/former.html',
  ]) {
    const missing = await raw(path, html);
    expect([path, missing.status, missing.headers['content-security-policy']]).toEqual([path, 404, policy]);
  }
});

it('gives the frames of mails a policy of their own, in which nothing of a mail runs', async () => {
  for (const [path, images] of [
    ['/console/mail-frame.html', ''],
    ['/console/mail-frame-images.html', ' https: http:'],
  ] as const) {
    const { headers } = await raw(path);
    const wanted = `^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https?://\\S+ https://media.parley.example${images}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$`;
    expect(headers['content-security-policy']).toMatch(new RegExp(wanted));
  }
});

it('leads people from / to the console, and programs nowhere', async () => {
  const people = await raw('/', html);
  expect([people.status, people.headers.location, people.headers.vary]).toEqual([302, '/console/', 'Accept']);
  expect(await call(gateway, 'GET', '/')).toMatchObject({
    status: 404,
    body: { hint: 'The API is below /v3: GET /v3' },
  });
  expect((await raw('/', { accept: 'application/json' })).status).toBe(404);
});

it('names on the page at /home what people can open here, and nothing that is not served', async () => {
  const linksAt = async ({ addresses }: RunningGateway) => (await fetch(`${addresses.http}/home`)).text();
  const shop = await release({ ...widgetFiles, 'demo/index.html': '<title>Shop</title>' });
  const demo = () => ({ projectId: '65f0c0ffee65f0c0ffee65f0', people: [] });
  const own = await harness.gateway({ CONSOLE_DIR: folders[0] ?? '', WIDGET_DIR: shop }, { demo });
  expect(await linksAt(own)).toMatch(/<a href="\/console\/">.*\n<li><a href="\/demo">/);
  expect(await linksAt(await harness.gateway({}))).not.toMatch(/href="\/(?:console|demo)/);
});

it('counts files by themselves', async () => {
  const strict = await harness.gateway({ CONSOLE_DIR: folders[0] ?? '', LIMIT_FILES: '2', LIMIT_PAGES: '1' });
  const statuses = [];
  for (const path of ['/console/', '/console/favicon.svg', '/console/'])
    statuses.push((await raw(path, html, strict)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await raw('/docs', {}, strict)).status).toBe(200);
});

const traversals = [
  '../../etc/passwd',
  'uploads/../../x',
  '..%2f',
  '%2e%2e%2f',
  '%2E%2E%2Fetc',
  '..%252f',
  '%252e%252e%252fetc',
  '%c0%ae%c0%ae/',
  '....//',
  '..\\',
  '..%5c',
  'file:///etc/passwd',
  'C:\\',
  'assets/../../../package.json',
  'assets/..%2findex.html',
  '%00',
  'a%00b',
  '%zz',
  'index.html%00',
  'constructor',
  '__proto__',
  '.vite/manifest.json',
  'assets/index-DiwrgTda.js.map',
  'assets/index-DiwrgTda.js.br',
  'assets/link-12345678.txt',
  'notes.txt',
  `${'a/'.repeat(3_000)}b`,
];

it.each(traversals)('finds nothing at %s', async (path) => {
  // `constructor` may be a view of the console.
  const asked = /^[\w]+$/.test(path) ? {} : html;
  for (const root of ['/console/', '/widget/']) {
    const { status, body } = await raw(root + path, asked);
    expect([root, status]).toEqual([root, 404]);
    expect(body.toString()).not.toContain('root:');
  }
});

it('is served from memory', async () => {
  const folder = await release({ 'index.html': page, 'assets/index-DiwrgTda.js': script('gone') });
  const own = await harness.gateway({ CONSOLE_DIR: folder });
  await rm(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), 'another page');
  expect((await raw('/console/assets/index-DiwrgTda.js', {}, own)).body.toString()).toBe(script('gone'));
  expect((await raw('/console/', {}, own)).body.toString()).toBe(page);
});

it('refuses to start with a build that is none, or whose compressed files are of another', async () => {
  const folder = await release({ 'index.html': page });
  await expect(harness.gateway({ CONSOLE_DIR: join(folder, 'nowhere') })).rejects.toThrow('ENOENT');
  await expect(harness.gateway({ WIDGET_DIR: folder })).rejects.toThrow(/WIDGET_DIR: .* holds no widget\.js/);
  await expect(harness.gateway({ CONSOLE_DIR: `${folder},,` })).rejects.toThrow('CONSOLE_DIR');
  await writeFile(join(folder, 'index.html.br'), await readFile(join(folders[0] ?? '', 'favicon.svg.br')));
  await expect(harness.gateway({ CONSOLE_DIR: folder })).rejects.toThrow(/index\.html\.br does not hold/);
});

it('is switched off by CONSOLE=off and WIDGET=off, and leaves the page at / where there is no console', async () => {
  const [first = ''] = folders;
  const off = await harness.gateway({ CONSOLE: 'off', CONSOLE_DIR: first, WIDGET: 'off' });
  for (const path of [
    '/',
    '/console',
    '/console/',
    '/console/signin',
    '/demo',
    '/widget.js',
    '/widget/panel-Abc123_-.js',
  ])
    expect([path, (await raw(path, html, off)).status]).toEqual([path, 404]);
  expect((await call(off, 'GET', '/healthz')).status).toBe(200);

  const none = await harness.gateway();
  for (const path of ['/', '/console', '/console/']) {
    const { status, body } = await raw(path, html, none);
    expect([path, status]).toEqual([path, 200]);
    expect(body.toString()).toContain('<title>Parley</title>');
  }
  expect((await raw('/widget.js', {}, none)).status).toBe(404);
});

describeWithProgram('chromium', 'in a browser', () => {
  it('loads page, style and script under the policy, and refuses everything injected', async () => {
    const browser = await startChromium();
    try {
      const tab = await browser.newPage();
      const faults: string[] = [];
      tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await tab.goto(`${gateway.addresses.http}/`);
      expect(new URL(tab.url()).pathname).toBe('/console/');
      await tab.waitForFunction('globalThis.loaded === "new"');
      const colour = 'getComputedStyle(document.querySelector("p")).color';
      expect(await tab.evaluate<string>(colour)).toBe('rgb(1, 2, 3)');
      expect(faults).toEqual([]);

      const injected = await tab.evaluate<unknown[]>(`(() => {
        const faultOf = (change) => {
          try { change(); } catch ({ name }) { return name; }
        };
        const inline = document.createElement('script');
        const ofScript = faultOf(() => { inline.textContent = 'globalThis.loaded = "injected"'; });
        document.body.append(inline);
        const ofMarkup = faultOf(() => { document.body.innerHTML = '<b>markup</b>'; });
        return [ofScript, ofMarkup, globalThis.loaded];
      })()`);
      expect(injected).toEqual(['TypeError', 'TypeError', 'new']);
      expect(faults).not.toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
