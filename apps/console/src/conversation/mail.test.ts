import { mailOf } from './mail-of-message.ts';
import { othersOf } from './mail-recipients.ts';
import { Thread, type ThreadMessage } from './thread.ts';

const said = (mail: unknown, text = 'Hello') => ({ text, attributes: { mail } });

it('reads what a message says of its mail, whatever stands there', () => {
  const mail = {
    ...{ html: true, subject: 'Order', from: { address: 'v@c.example', name: 'Vera' }, full_text: 'Hello\n> before' },
    ...{ to: [{ address: 'help@shop.example' }, { name: 'no address' }, 'x@c.example'], auth: { aligned: false } },
  };
  expect(mailOf(said(mail))).toMatchObject({
    ...{ hasHtml: true, subject: 'Order', from: 'v@c.example', to: ['help@shop.example', 'x@c.example'], cc: [] },
    ...{ fullText: 'Hello\n> before', isUnverified: true, isAutomatic: false },
  });
  for (const none of [undefined, null, 'mail', []]) expect(mailOf(said(none))).toBeUndefined();
  expect(mailOf(said({ to: 7, from: null, subject: {} }))).toMatchObject({ to: [], from: '', subject: '' });
});

it('offers no quoted text that says nothing more', () => {
  expect(mailOf(said({ full_text: ' Hello ' }))?.fullText).toBeUndefined();
});

it('answers to all but the requester and addresses of the project, each once', () => {
  const mail = {
    from: 'Colleague@c.example',
    to: ['help+token@shop.example', 'vera@c.example'],
    cc: ['boss@c.example', 'BOSS@c.example', 'help@shop.example'],
  };
  expect(othersOf(mail, { to: 'vera@c.example', own: ['help@shop.example'] })).toEqual([
    'colleague@c.example',
    'boss@c.example',
  ]);
});

it('shows a failure of a message, and what follows when it is sent again', () => {
  const thread = new Thread();
  const at = (status: number) => ({ seq: 1, status }) as ThreadMessage;
  const statusAfter = (status: number) => {
    thread.merge([at(status)]);
    return thread.messages[0]?.status;
  };
  expect([100, 150, 100, -100, -100, 100, 150].map(statusAfter)).toEqual([100, 150, 150, -100, -100, 100, 150]);
});
