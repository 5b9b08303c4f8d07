const backToStart = '* Back to the start tdAction:start';
const person = '* I want to talk to a person';
const errands = [
  '* Where is my order? tdAction:order_status',
  '* Return something tdAction:return_item',
  '* Do you gift-wrap?',
  '* When are you open?',
  person,
];

/** What the shop's bot knows, as `POST faq/ops_update` takes it: buttons, a form for each errand, and the hand-off. */
export const botIntents = [
  {
    intent_display_name: 'start',
    question: '\\start',
    answer: ['Hello, I am Robby from Paper & Pencil. What can I do for you?', ...errands].join('\n'),
  },
  {
    intent_display_name: 'greeting',
    question: 'Hi\nHello\nGood morning\nGood evening\nHallo\nBonjour\nCiao\nHola\nOlá',
    answer: ['Hello! Nice to meet you.', ...errands].join('\n'),
  },
  {
    intent_display_name: 'features',
    question: 'What can you do?\nWho are you?\nHelp',
    answer: ['I find orders and take returns:', ...errands].join('\n'),
  },
  {
    intent_display_name: 'order_status',
    question: 'Where is my order?\nWhere is my parcel?\nTrack my order\nOrder status',
    form: {
      cancelCommands: ['cancel'],
      cancelReply: 'All right, we’ll leave it at that.',
      fields: [
        {
          name: 'orderNumber',
          type: 'text',
          label: 'What is the number of your order? It has four digits. Type “cancel” to stop.',
          regex: '^#?[0-9]{4}$',
          errorLabel: 'That does not look like an order number. It has four digits, for example 1042.',
        },
      ],
    },
    answer: [
      'Thank you. Order {{orderNumber}} has left our warehouse and arrives within two days.',
      backToStart,
      person,
    ].join('\n'),
  },
  {
    intent_display_name: 'return_item',
    question: 'Return something\nI want to return something\nHow do returns work?\nIt arrived broken',
    form: {
      cancelCommands: ['cancel'],
      cancelReply: 'All right, we won’t start a return.',
      fields: [
        {
          name: 'returnOrder',
          type: 'text',
          label: 'Which order is it from? Type “cancel” to stop.',
          regex: '^#?[0-9]{4}$',
          errorLabel: 'An order number has four digits, for example 1042.',
        },
        { name: 'returnItem', type: 'text', label: 'What would you like to return?' },
        {
          name: 'userEmail',
          type: 'text',
          label: 'Where should we send the label? Enter your email address.',
          regex: '^[^ @]+@[^ @]+$',
          errorLabel: 'That does not look like an email address. Please try again.',
        },
      ],
    },
    answer: [
      'Done: the label for “{{returnItem}}” from order {{returnOrder}} is on its way to {{userEmail}}.',
      backToStart,
      person,
    ].join('\n'),
  },
  {
    intent_display_name: 'hours',
    question: 'When are you open?\nAre you open on Saturday?\nOpening hours',
    answer: ['Monday to Friday from 9 to 18, and Saturday from 10 to 14.', backToStart].join('\n'),
  },
  {
    intent_display_name: 'gift_wrap',
    question: 'Do you gift-wrap?\nGift wrapping\nIs it a gift?',
    answer: ['We do, for € 3: tick the box in the cart and write your card there.', backToStart].join('\n'),
  },
  {
    intent_display_name: 'shipping',
    question: 'Do you ship abroad?\nWhat does shipping cost?\nHow long does shipping take?',
    answer: ['Anywhere in Europe in three days, for € 4.50. From € 40 it is free.', backToStart].join('\n'),
  },
  {
    intent_display_name: 'thanks',
    question: 'Thanks\nThank you\nDanke\nMerci\nGrazie\nGracias\nObrigado',
    answer: 'You are welcome!',
  },
  {
    intent_display_name: 'agent_handoff',
    question:
      'I want to talk to a person\nCan I speak with a human?\nGet me an agent\nHuman please\nIch möchte mit einem Menschen sprechen\nJe voudrais parler à quelqu’un',
    answer: 'One moment, I am asking a colleague to take over.\n\\agent',
  },
  {
    intent_display_name: 'close_conversation',
    question: 'Goodbye\nClose the conversation',
    answer: 'Goodbye, until next time!\n\\close',
  },
  {
    intent_display_name: 'defaultFallback',
    question: 'defaultFallback',
    answer: ['Sorry, I have no answer to that. Try other words, or choose:', backToStart, person].join('\n'),
  },
];
