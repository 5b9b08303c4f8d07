import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createLogger } from '@parley/service-kit/observability';
import { eventually } from '@parley/testkit';

import { newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';

interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** A collector of spans, as they come by OTLP over HTTP. */
async function startCollector() {
  const spans: Span[] = [];
  const server = createServer(async (req, res) => {
    const { resourceSpans } = JSON.parse(Buffer.concat(await req.toArray()).toString());
    for (const { resource, scopeSpans } of resourceSpans) {
      const named = resource.attributes.find(({ key }: { key: string }) => key === 'service.name');
      const service = named.value.stringValue.replace('parley-', '');
      const found = scopeSpans.flatMap((scope: { spans: Span[] }) => scope.spans.map((span) => ({ ...span, service })));
      // Signing keys are fetched when those that are known are old.
      spans.push(...found.filter(({ name }: Span) => !name.endsWith('getPublicKeys')));
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

/** One line a span, those that it has caused below it. */
function treeOf(spans: readonly Span[], parent?: string): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans
    .filter(({ parentSpanId = '' }) => (parent === undefined ? !ids.has(parentSpanId) : parentSpanId === parent))
    .map((span) =>
      [`${span.service} ${span.name}`, ...treeOf(spans, span.spanId).map((line) => `  ${line}`)].join('\n'),
    )
    .sort()
    .flatMap((text) => text.split('\n'));
}

it('shows one message through the mesh as the guide does: its spans, and what the log has of its trace', async () => {
  const guide = await readFile(new URL('../../../docs/operations/watching.md', import.meta.url), 'utf8');
  const [shownSpans, shownLines] = ['trace', 'trace-log'].map((mark) =>
    (new RegExp(`<!-- ${mark}:begin .*-->\n\`\`\`\n([\\s\\S]*?)\n\`\`\``).exec(guide)?.[1] ?? '').split('\n'),
  );
  const collector = await startCollector();
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line));
  const log = createLogger({ service: 'mesh', level: 'debug', to: { write } });
  const mesh = await startMesh({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { log, way: 'over connections' });
  try {
    const { customer: ada } = await newUser(mesh.url, 'Ada');
    const { _id: project } = (await ada.call('POST', '/projects', { name: 'Shop' })).body;
    const { customer: vera } = await newVisitor(mesh.url, project, 'Vera');
    await mesh.settled();
    const path = `/${project}/requests/${newRequestId(project)}/messages`;
    const { headers } = await vera.call('POST', path, { text: 'Where is my parcel?' });
    await mesh.settled();

    const id = headers.get('x-request-id');
    const [first] = lines.filter(({ requestId, operation }) => requestId === id && operation === 'sendMessage');
    const traced = lines.filter(({ traceId }) => traceId === first?.traceId);
    const ofEvents = traced.filter(({ transport }) => transport === 'event').map(({ operation }) => operation);
    expect([...new Set(ofEvents)].sort()).toEqual(shownLines);
    // Spans leave in batches.
    await eventually(
      () => expect(treeOf(collector.spans.filter(({ traceId }) => traceId === first?.traceId))).toEqual(shownSpans),
      { timeoutMs: 20_000 },
    );
  } finally {
    await mesh.stop();
    collector.stop();
  }
}, 120_000);
