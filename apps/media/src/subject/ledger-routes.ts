import { type OpsRoute, withInput } from '@parley/service-kit/service';
import { z } from 'zod';

import type { Context } from '../context.ts';
import { entryOf } from './ledger.ts';

// What the port accepts as one body holds more than that.
const pageSize = 500;

const Names = z.object({ names: z.array(z.string().refine((name) => entryOf(name) !== undefined)).max(pageSize) });
const Page = z.object({ after: z.string().max(100).default('') });

/** The ledger on the operations port: to keep it when the place of the files is given back to an earlier moment, or moves. */
export const ledgerRoutes = ({ storage }: Context): OpsRoute[] => [
  {
    method: 'get',
    path: '/ops/ledger',
    handle: ({ query }) =>
      withInput(Page, query, async ({ after }) => {
        const names: string[] = [];
        for await (const name of storage.recorded(after)) {
          if (entryOf(name)) names.push(name);
          if (names.length === pageSize) break;
        }
        return { names };
      }),
  },
  {
    method: 'post',
    path: '/ops/ledger',
    handle: ({ body }) =>
      withInput(Names, body, async ({ names }) => {
        for (const name of names) await storage.record(name);
        return { added: names.length };
      }),
  },
];
