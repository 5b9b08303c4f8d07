import { type BotText, botTexts, labelOf } from './shop-bot-texts.ts';

/** A text that visitors read in the language of their conversation: a label of the project. */
const said = (text: BotText) => `\${${labelOf(text)}}`;

/** Phrases, and those that a button with this text sends, in every language. */
const asked = (button: BotText | undefined, ...phrases: string[]) =>
  [...phrases, ...(button ? Object.values(botTexts).map((texts) => texts[button]) : [])].join('\n');

const backToStart = `* ${said('back')} tdAction:start`;
const person = `* ${said('person')}`;
const errands = [
  `* ${said('order')} tdAction:order_status`,
  `* ${said('return')} tdAction:return_item`,
  `* ${said('gift')}`,
  `* ${said('hours')}`,
  person,
];
const cancelling = {
  cancelCommands: ['cancel', 'abbrechen', 'annuler', 'annulla', 'cancelar'],
  cancelReply: said('cancelled'),
};
const orderNumber = { type: 'text', regex: '^#?[0-9]{4}$', errorLabel: said('order_wrong') };

/** What the shop's bot knows, as `POST faq/ops_update` takes it: buttons, a form for each errand, and the hand-off. */
export const botIntents = [
  {
    intent_display_name: 'start',
    question: '\\start',
    answer: [said('start'), ...errands].join('\n'),
  },
  {
    intent_display_name: 'greeting',
    question: asked(
      undefined,
      ...['Hi', 'Hello', 'Good morning', 'Good evening', 'Hallo', 'Guten Tag', 'Guten Morgen', 'Bonjour', 'Salut'],
      ...['Ciao', 'Buongiorno', 'Buonasera', 'Hola', 'Buenos días', 'Olá', 'Bom dia'],
    ),
    answer: [said('greeting'), ...errands].join('\n'),
  },
  {
    intent_display_name: 'features',
    question: asked(
      undefined,
      ...['What can you do?', 'Who are you?', 'Help', 'Was kannst du?', 'Wer bist du?', 'Hilfe'],
      ...['Que sais-tu faire ?', 'Qui es-tu ?', 'Cosa sai fare?', 'Chi sei?', 'Aiuto'],
      ...['¿Qué sabes hacer?', '¿Quién eres?', 'Ayuda', 'O que sabes fazer?', 'Quem és tu?', 'Ajuda'],
    ),
    answer: [said('features'), ...errands].join('\n'),
  },
  {
    intent_display_name: 'order_status',
    question: asked(
      'order',
      ...['Where is my parcel?', 'Track my order', 'Order status', 'Wo ist mein Paket?', 'Où est mon colis ?'],
      ...['Dov’è il mio pacco?', '¿Dónde está mi paquete?', 'Onde está o meu pacote?'],
    ),
    form: { ...cancelling, fields: [{ ...orderNumber, name: 'orderNumber', label: said('order_number') }] },
    answer: [said('order_answer'), backToStart, person].join('\n'),
  },
  {
    intent_display_name: 'return_item',
    question: asked('return', 'I want to return something', 'How do returns work?', 'It arrived broken'),
    form: {
      ...cancelling,
      fields: [
        { ...orderNumber, name: 'returnOrder', label: said('return_order') },
        { name: 'returnItem', type: 'text', label: said('return_item') },
        {
          name: 'userEmail',
          type: 'text',
          label: said('return_mail'),
          regex: '^[^ @]+@[^ @]+$',
          errorLabel: said('return_mail_wrong'),
        },
      ],
    },
    answer: [said('return_answer'), backToStart, person].join('\n'),
  },
  {
    intent_display_name: 'hours',
    question: asked('hours', 'Are you open on Saturday?', 'Opening hours'),
    answer: [said('hours_answer'), backToStart].join('\n'),
  },
  {
    intent_display_name: 'gift_wrap',
    question: asked('gift', 'Gift wrapping', 'Is it a gift?'),
    answer: [said('gift_answer'), backToStart].join('\n'),
  },
  {
    intent_display_name: 'shipping',
    question: asked(
      undefined,
      ...['Do you ship abroad?', 'What does shipping cost?', 'How long does shipping take?'],
      ...['Was kostet der Versand?', 'Combien coûte la livraison ?', 'Quanto costa la spedizione?'],
      ...['¿Cuánto cuesta el envío?', 'Quanto custa o envio?'],
    ),
    answer: [said('shipping_answer'), backToStart].join('\n'),
  },
  {
    intent_display_name: 'thanks',
    question: asked(undefined, 'Thanks', 'Thank you', 'Danke', 'Merci', 'Grazie', 'Gracias', 'Obrigado', 'Obrigada'),
    answer: said('thanks'),
  },
  {
    intent_display_name: 'agent_handoff',
    question: asked('person', 'Can I speak with a human?', 'Get me an agent', 'Human please'),
    answer: `${said('handoff')}\n\\agent`,
  },
  {
    intent_display_name: 'close_conversation',
    question: asked(
      undefined,
      'Goodbye',
      'Close the conversation',
      'Auf Wiedersehen',
      'Au revoir',
      'Arrivederci',
      'Adiós',
    ),
    answer: `${said('goodbye')}\n\\close`,
  },
  {
    intent_display_name: 'defaultFallback',
    question: 'defaultFallback',
    answer: [said('unknown'), backToStart, person].join('\n'),
  },
];
