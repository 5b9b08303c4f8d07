import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';

import { answerText } from './answer.ts';

/** Everything the page loads comes from here: it works without a network, and nothing else may run on it. */
function contentSecurityPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    // Calls that are tried out go to the public address, whichever name the page was opened under.
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API reference</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `window.reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;

const require = createRequire(import.meta.url);

const assets: Record<string, { type: string; file: string }> = {
  'swagger-ui.css': { type: 'text/css; charset=utf-8', file: require.resolve('swagger-ui-dist/swagger-ui.css') },
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    file: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  'favicon-32x32.png': { type: 'image/png', file: require.resolve('swagger-ui-dist/favicon-32x32.png') },
};

/** `/docs` and what it loads. Answers false for an address that is none of it. */
export async function answerDocs(req: IncomingMessage, res: ServerResponse, publicUrl: string): Promise<boolean> {
  res.setHeader('content-security-policy', contentSecurityPolicy(publicUrl));
  const path = (req.url ?? '').replace(/\?.*$/, '').replace(/\/$/, '');
  if (path === '/docs') return answerAsset(res, 'text/html; charset=utf-8', page, 'no-cache');
  if (path === '/docs/start.js') return answerAsset(res, 'text/javascript; charset=utf-8', start, 'no-cache');

  const name = path.slice('/docs/'.length);
  const asset = path.startsWith('/docs/') && Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (asset === undefined) return false;
  return answerAsset(res, asset.type, await readFile(asset.file), 'public, max-age=3600');
}

function answerAsset(res: ServerResponse, type: string, body: string | Buffer, cacheControl: string): true {
  res.statusCode = 200;
  res.setHeader('content-type', type);
  res.setHeader('cache-control', cacheControl);
  answerText(res, body);
  return true;
}
