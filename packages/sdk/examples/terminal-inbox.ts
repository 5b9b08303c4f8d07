/**
 * The open conversations of a project, live in a terminal. Type `<ticket> <text>` to answer, `<ticket> /close` to close.
 * Environment: PARLEY_URL, PARLEY_PROJECT, PARLEY_TOKEN.
 */
import { createInterface } from 'node:readline';

import { claimRequest, closeRequest, createParley, isParleyError, type RequestRecord, sendMessage } from '@parley/sdk';
import { applyFrame, connect, topics } from '@parley/sdk/realtime';

const {
  PARLEY_URL: url = 'http://localhost:3000',
  PARLEY_PROJECT: project = '',
  PARLEY_TOKEN: token = '',
} = process.env;
const parley = createParley({ url, project, token });
const words: Record<number, string> = { 100: 'waiting', 150: 'abandoned', 200: 'served' };

let requests: readonly RequestRecord[] = [];

function show(): void {
  const open = requests.filter(({ status }) => words[status] !== undefined);
  console.log(`-- ${open.length} open`);
  for (const { ticket_id, status, lead, first_text } of open)
    console.log(`#${ticket_id} ${words[status]} ${lead.fullname ?? 'a visitor'}: ${first_text.slice(0, 60)}`);
}

const live = connect(parley, { onStatus: (status) => console.log(`-- ${status}`) });
live.subscribe<RequestRecord>(topics.requests(), {
  onSnapshot: (records) => {
    requests = records;
    show();
  },
  onFrame: (frame) => {
    requests = applyFrame(requests, frame);
    show();
  },
});

async function perform(line: string): Promise<void> {
  const [ticket = '', ...rest] = line.trim().split(' ');
  const text = rest.join(' ');
  const request = requests.find(({ ticket_id }) => ticket_id === ticket.replace('#', ''));
  if (!request || text === '') return console.log('Type: <ticket> <text>');
  const { request_id } = request;
  try {
    if (text === '/close') await closeRequest(parley, { request_id });
    else {
      await claimRequest(parley, { request_id });
      await sendMessage(parley, { request_id, text });
    }
  } catch (error) {
    if (!isParleyError(error)) throw error;
    console.log(`${error.code}: ${error.msg}`);
  }
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => void perform(line));
const stop = () => {
  input.close();
  live.close();
};
input.on('close', () => live.close());
process.on('SIGTERM', stop);
