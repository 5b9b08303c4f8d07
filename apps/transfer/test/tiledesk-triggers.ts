/** One that becomes a rule, one of which a part does, one of Tiledesk's own, and one that has no counterpart. */
export function triggerRows(newBase: () => object, department: string): Record<string, unknown>[] {
  const asked = { key: 'message.create.from.requester', name: 'Asked' };
  const refund = { fact: 'json', key: 'message.text', path: 'text', operator: 'contains', value: 'refund' };
  const base = () => ({ ...newBase(), enabled: true, version: 2 });
  return [
    {
      ...base(),
      ...{ name: 'Refunds', trigger: asked, conditions: { all: [refund] } },
      actions: [
        { key: 'request.tags.add', parameters: { tag: 'refund' } },
        { key: 'request.department.route', parameters: { departmentid: department } },
        { key: 'message.send', parameters: { text: 'One moment', sender: 'system', fullName: 'Shop' } },
      ],
    },
    {
      ...base(),
      ...{ name: 'In part', trigger: { key: 'request.create', name: 'New' }, code: 'console.log(1)' },
      conditions: { any: [{ fact: 'json', key: 'request.isOpen', path: 'isOpen', operator: 'equal', value: true }] },
      actions: [{ key: 'request.close' }, { key: 'request.bot.launch', parameters: { member: 'bot_1' } }],
    },
    { ...base(), name: 'Greeting', type: 'internal', trigger: asked, actions: [{ key: 'message.send' }] },
    { ...base(), name: 'Planets', trigger: { key: 'planet.landed', name: 'x' }, actions: [{ key: 'request.close' }] },
  ];
}
