import type { AnyEndpoint } from '@parley/contracts';
import { z } from 'zod';

/**
 * The Model Context Protocol: the operations of a project as tools. It is a protocol of its own, so it is no endpoint of the contracts, but it
 * is admitted and limited like one. Source: contract 12 section 9.
 */
export const mcpEndpoint: AnyEndpoint = {
  ...{ operation: 'useTools', owner: 'gateway', tag: 'MCP', summary: 'Model Context Protocol' },
  method: 'post',
  path: '/v3/:id_project/mcp',
  role: 'agent',
  right: 'none',
  kinds: ['token'],
  body: z.unknown(),
  response: z.unknown(),
  errors: [],
};
