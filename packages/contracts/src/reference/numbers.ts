import type { NumberNames } from '../openapi-types.ts';

/** Source: specification, Request status; contract 20 section 5. */
export const requestStatusNames: NumberNames = {
  50: ['temporary', 'Parked, or started for a requester who has not written yet.'],
  100: ['unserved', 'Waiting: no teammate can take it now, or it waits to be claimed.'],
  150: ['abandoned', 'Waiting: every available teammate was given it and has left it.'],
  200: ['served', 'A teammate or a bot serves it.'],
  1000: ['closed', 'Closed.'],
};

/** Source: contract 21 section 5. */
export const messageStatusNames: NumberNames = {
  [-100]: ['failed', 'Delivery failed: refused, or all attempts used up.'],
  0: ['sending', 'Stored, waiting for the external engine.'],
  100: ['sent', 'Handed to the external engine, which has not answered yet.'],
  150: ['delivered', 'The external engine has accepted it.'],
  200: ['received', 'Received: with the built-in engine, every stored message.'],
  250: ['returnReceipt', 'A client of the other side has received it.'],
  300: ['seen', 'The other side has read it.'],
};

/** Source: contract 30 section 1. */
export const leadStatusNames: NumberNames = {
  50: ['temporary', 'A visitor who has not written yet.'],
  100: ['normal', 'An ordinary lead.'],
  1000: ['trashed', 'In the trash.'],
};

/** Source: contract 11 section 8. */
export const departmentStatusNames: NumberNames = {
  1: ['visible', 'Offered in the widget.'],
  0: ['hidden', 'Not offered in the widget.'],
  [-1]: ['unlisted', 'Not in any list.'],
};

export const directionNames: NumberNames = {
  1: ['ascending', 'Smallest or oldest first.'],
  [-1]: ['descending', 'Largest or newest first.'],
};
