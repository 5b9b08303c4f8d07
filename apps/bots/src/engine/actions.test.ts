import { runTestTurn, textsOf } from '../../test/engine-harness.ts';

describe('actions', () => {
  const run = (actions: object[], scenario = {}) =>
    runTestTurn('x', {
      intents: [
        { name: 'x', question: 'x', actions: actions as Record<string, unknown>[] },
        { name: 'other', intentId: '77', answer: 'The other: {{set}}' },
        { name: 'loop', question: 'loop', actions: [{ _tdActionType: 'intent', intentName: 'loop' }] },
      ],
      ...scenario,
    });

  it('reply with each of their messages, and keep all of their buttons', () => {
    const buttons = [
      { uid: '1', type: 'action', value: 'Go {{name}}', action: '{{name}}', link: 'https://a/?{{name}}' },
    ];
    const commands = [
      { type: 'wait', time: 500 },
      {
        type: 'message',
        message: { type: 'text', text: 'One', attributes: { attachment: { type: 'template', buttons } } },
      },
      { type: 'message', message: { type: 'image', text: '', metadata: { src: 'https://a/{{name}}' } } },
      { type: 'message', message: { type: 'text', text: ' ' } },
    ];
    const { messages } = run([{ _tdActionType: 'reply', attributes: { commands } }], { parameters: { name: 'é' } });
    expect(messages).toHaveLength(2);
    expect(messages[0]?.attributes.attachment).toEqual({
      type: 'template',
      buttons: [{ ...buttons[0], value: 'Go é', link: 'https://a/?%C3%A9' }],
    });
    expect(messages[1]).toMatchObject({ type: 'image', metadata: { src: 'https://a/%C3%A9' } });
  });

  it('choose one of several replies, the same one when the turn is repeated', () => {
    const commands = ['a', 'b', 'c'].map((text) => ({ type: 'message', message: { text } }));
    const once = () => textsOf(run([{ _tdActionType: 'randomreply', attributes: { commands } }]));
    expect(once()).toHaveLength(1);
    expect(once()).toEqual(once());
  });

  it('go on with another intent, and drop the rest', () => {
    const set = { _tdActionType: 'setattribute-v2', destination: 'set', operation: { operands: [{ value: 'yes' }] } };
    const draft = run([set, { _tdActionType: 'intent', intentName: '#77' }, { _tdActionType: 'reply', text: 'never' }]);
    expect(textsOf(draft)).toEqual(['The other: yes']);
    expect(draft.changes).toEqual({ set: 'yes' });
  });

  it('are cut off when jumps form a loop', () => {
    const draft = runTestTurn('loop', {
      intents: [{ name: 'loop', question: 'loop', actions: [{ _tdActionType: 'intent', intentName: 'loop' }] }],
    });
    expect(draft.jumps).toBe(20);
    expect(draft.messages.length).toBeLessThanOrEqual(10);
  });

  it('move the request', () => {
    const departments = { sales: 'd1' };
    expect(run([{ _tdActionType: 'agent' }]).move).toEqual({ kind: 'handoff' });
    expect(run([{ _tdActionType: 'agent' }, { _tdActionType: 'close' }]).move).toEqual({ kind: 'close' });
    const moved = run([{ _tdActionType: 'department', depName: 'Sales' }], { departments });
    expect(moved.move).toEqual({ kind: 'department', departmentId: 'd1' });
    const unknown = run([{ _tdActionType: 'department', depName: 'Unknown' }], { departments });
    expect([unknown.move, unknown.skipped]).toEqual([{ kind: 'none' }, 1]);
  });

  it('speak to the team alone', () => {
    const { messages } = run([{ _tdActionType: 'hmessage', text: 'psst' }]);
    expect(messages).toMatchObject([{ text: 'psst', attributes: { subtype: 'info' } }]);
  });

  it('wait for what the requester says next', () => {
    const capture = { _tdActionType: 'capture_user_reply', assignResultTo: 'set', goToIntent: '#77' };
    const first = run([{ _tdActionType: 'reply', text: 'Well?' }, capture]);
    const second = run([], { session: first.session, message: { text: 'x' } });
    expect([textsOf(first), textsOf(second)]).toEqual([['Well?'], ['The other: x']]);
    expect(second.session.pending).toBeUndefined();
  });

  it('are followed by the one that the intent’s attributes name', () => {
    const attributes = { nextBlockAction: { _tdActionType: 'intent', intentName: '#77' } };
    const intents = [
      { name: 'x', question: 'x', actions: [{ _tdActionType: 'reply', text: 'First' }], attributes },
      { name: 'other', intentId: '77', answer: 'Then' },
    ];
    expect(textsOf(runTestTurn('x', { intents }))).toEqual(['First', 'Then']);
  });

  it('that do nothing are skipped and counted', () => {
    const draft = run([{ _tdActionType: 'wait' }, { _tdActionType: 'reply', text: 'Hi' }, { no: 'kind' }, {}]);
    expect([textsOf(draft), draft.skipped]).toEqual([['Hi'], 3]);
  });
});
