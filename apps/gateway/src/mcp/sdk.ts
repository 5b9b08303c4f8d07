import type { IncomingHttpHeaders } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from '@parley/contracts';

/** What a message of the protocol may ask for. */
interface Answers {
  instructions: string;
  /** @returns nothing for a cursor that is none */
  list(cursor: string | undefined): { tools: Tool[]; nextCursor?: string } | undefined;
  /** @returns nothing for a tool that the caller does not have */
  run(name: string, given: Record<string, unknown>): Promise<CallToolResult | undefined>;
}

/** Answers one message, without a session. Requests in a batch are refused: the protocol has dropped them, and they would pass a limit as one. */
export async function exchange(
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
  answers: Answers,
): Promise<Response> {
  const server = new Server(
    { name: 'parley', version: '3' },
    { capabilities: { tools: {} }, instructions: answers.instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const page = answers.list(params?.cursor);
    if (page === undefined) throw new McpError(ErrorCode.InvalidParams, 'The cursor is invalid.');
    return page as typeof page & Record<string, unknown>;
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const result = await answers.run(params.name, params.arguments ?? {});
    if (result === undefined) throw new McpError(ErrorCode.InvalidParams, 'The token has no tool of this name.');
    return result;
  });

  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const parsedBody = parse(body);
    if (Array.isArray(parsedBody)) return refused('A batch is not accepted; send one message.');
    const given = { method: 'POST', headers: plain(headers), body: new Uint8Array(body) };
    const answer = await transport.handleRequest(new Request('http://gateway/mcp', given), { parsedBody });
    // Closing the transport ends an answer that has not been read.
    return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
  } finally {
    await server.close();
  }
}

/** Nothing for what is no JSON: the transport answers that. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function refused(message: string): Response {
  const error = { code: ErrorCode.InvalidRequest, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}

/** The headers that the transport reads. It insists on clients that take streams as well, though it never answers with one here. */
function plain(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['content-type', 'mcp-protocol-version'] as const;
  const given = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const { accept = '*/*' } = headers;
  const takesJson = /application\/(?:json|\*)|\*\/\*/.test(accept);
  return { ...Object.fromEntries(given), accept: takesJson ? 'application/json, text/event-stream' : accept };
}
