import { createRequire } from 'node:module';

/** The page loads everything from here: it works offline, and no other script may run on it. */
export function contentSecurityPolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    // Calls from the page go to the public URL, whichever host name it was opened under.
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page at `/docs`. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API reference</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 0; }
  .swagger-ui .opblock-tag a.nostyle { flex: 1; }
}
</style>
</head>
<body>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Its script. */
export const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

window.reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
});
`;

const require = createRequire(import.meta.url);

/** What it loads besides, by name. */
export const assets: Record<string, { type: string; file: string }> = {
  'swagger-ui.css': { type: 'text/css; charset=utf-8', file: require.resolve('swagger-ui-dist/swagger-ui.css') },
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    file: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  },
  'favicon-32x32.png': { type: 'image/png', file: require.resolve('swagger-ui-dist/favicon-32x32.png') },
};
