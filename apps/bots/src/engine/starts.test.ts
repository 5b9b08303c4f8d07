import { BotsHarness, TestConversation } from '../../test/bots-harness.ts';
import { startsTurn } from './starts.ts';

type MessageCreated = Parameters<typeof startsTurn>[0];

const bots = ['b1', 'b2'];
function event(text: string, message = {}, status = 200): MessageCreated {
  const conversation = new TestConversation(new BotsHarness(), 'p', bots);
  conversation.status = status;
  return conversation.message(text, message).data as MessageCreated;
}
const starts = (text: string, message = {}, status = 200) => startsTurn(event(text, message, status), 'bot_b2');

it.each([
  ['words of the requester', 'hello', {}],
  ['a button that they press', 'Yes', { audience: 'own', attributes: { subtype: 'info', action: 'yes' } }],
  ['their file', '', { type: 'image' }],
  ['an explicit text of an agent', '/hours', { sender: 'linus' }],
  ['an action of another bot', 'x', { sender: 'bot_b1', attributes: { action: 'hours' } }],
  ['a hidden start of the system', '\\start', { sender: 'system', audience: 'team', attributes: { subtype: 'info' } }],
])('%s starts a turn', (_what, text, message) => {
  expect(starts(text, message)).toBe(true);
});

it.each([
  ['plain words of another bot', 'hello', { sender: 'bot_b1' }],
  ['plain words of an agent', 'hello', { sender: 'linus' }],
  ['whatever the bot says itself', '/start', { sender: 'bot_b2' }],
  ['what it says in the name of others', '/start', { sender: 'linus', createdBy: 'bot_b2' }],
  ['a line of the system', 'Ada joined', { sender: 'system', attributes: { subtype: 'info/support' } }],
  ['an explicit text among them', '/start', { sender: 'system', attributes: { subtype: 'info/support' } }],
  ['a private message', '/start', { sender: 'linus', audience: 'private', attributes: { subtype: 'private' } }],
  ['an import', 'hello', { imported: true }],
  ['what a rule says', '/start', { sender: 'system', attributes: { automation: { rule: 'r1' } } }],
])('%s starts none', (_what, text, message) => {
  expect(starts(text, message)).toBe(false);
});

it('nothing starts a turn in a closed request', () => {
  expect(starts('hello', {}, 1000)).toBe(false);
});
