import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { serve } from '@parley/service-kit/grpc';

import type { Context } from './context.ts';
import { ensureLead } from './lead/ensure-lead.grpc.ts';
import { fillLead } from './lead/fill-lead.grpc.ts';
import { getLeads } from './lead/get-leads.grpc.ts';
import { countExpired } from './retention/count-expired.grpc.ts';
import { getSegments } from './segment/get-segments.grpc.ts';
import { transfer } from './transfer/transfer.grpc.ts';

export const grpc = [
  serve<typeof ContactsServiceService, Context>(
    ContactsServiceService,
    { ensureLead, getLeads, fillLead, getSegments, countExpired },
    {
      callers: {
        ensureLead: ['conversations', 'channels'],
        getLeads: ['conversations', 'channels'],
        fillLead: ['bots'],
        countExpired: ['conversations'],
        getSegments: ['conversations'],
      },
    },
  ),
  transfer,
];
