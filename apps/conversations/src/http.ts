import { messageApi, noteApi, participantApi, requestApi } from '@parley/contracts';
import { combine, implement } from '@parley/service-kit';

import type { Context } from './context.ts';
import { getMessage } from './message/get-message.ts';
import { listMessages } from './message/list-messages.ts';
import { sendMessage } from './message/send-message.ts';
import { sendMessages } from './message/send-messages.ts';
import { addNote } from './note/add-note.ts';
import { deleteNote } from './note/delete-note.ts';
import { addParticipant } from './participant/add-participant.ts';
import { removeParticipant } from './participant/remove-participant.ts';
import { setParticipants } from './participant/set-participants.ts';
import { closeOwnRequest } from './request/close-own-request.ts';
import { closeRequest } from './request/close-request.ts';
import { countRequests } from './request/count-requests.ts';
import { createRequest } from './request/create-request.ts';
import { getRequest } from './request/get-request.ts';
import { listMyRequests } from './request/list-my-requests.ts';
import { listRequestHistory } from './request/list-request-history.ts';
import { listRequests } from './request/list-requests.ts';
import { lookupRequestProject } from './request/lookup-request-project.ts';
import { rateRequest } from './request/rate-request.ts';
import { reopenRequest } from './request/reopen-request.ts';

export const http = combine<Context>(
  implement<typeof messageApi, Context>(messageApi, { sendMessage, sendMessages, listMessages, getMessage }),
  implement<typeof noteApi, Context>(noteApi, { addNote, deleteNote }),
  implement<typeof participantApi, Context>(participantApi, { addParticipant, setParticipants, removeParticipant }),
  implement<typeof requestApi, Context>(requestApi, {
    listRequests,
    listMyRequests,
    countRequests,
    lookupRequestProject,
    createRequest,
    getRequest,
    listRequestHistory,
    closeRequest,
    closeOwnRequest,
    reopenRequest,
    rateRequest,
  }),
);
