import type { Dialogues } from './dialogue.ts';

export const en: Dialogues = {
  parcel: [
    'v: My parcel has not arrived. It is order {order}.|Where is order {order}? It was due on Monday.|The tracking of order {order} has not moved for three days.',
    'a: I am sorry about the wait. Let me ask the carrier.|Hello, I am checking with the carrier right away.',
    'a: It is at your local depot and will be delivered tomorrow before noon.|The driver could not find the bell and will try again tomorrow.',
    'v: Thank you, I will be at home.|Great, thanks for checking!',
  ],
  invoice: [
    'v: The invoice for order {order} shows the wrong company.|I need an invoice with our VAT number for order {order}.',
    'a: I can change that. What should it say?',
    'v: {company}, please.',
    'a: Done: the corrected invoice is in your mailbox.',
    'v: Got it, thanks.',
  ],
  damaged: [
    'v: My {product} arrived damaged.|The {product} from order {order} is broken.',
    'a: I am sorry to hear that. Could you tell me what is broken?',
    'v: The cover is torn and one corner is bent.|It must have happened on the way, the box was crushed.',
    'a: Thank you. A new one leaves today, and you can keep the other.',
    'v: That was easy. Thank you!',
  ],
  wholesale: [
    'v: What do 200 notebooks with our logo cost?|Do you have prices for companies? We need 80 notebooks.',
    'a: We do. One colour or two, and by when do you need them?',
    'v: Two colours, by the end of next month.',
    'a: I have sent a quote to your mailbox: € 7.20 each from 100 pieces.',
    'v: Thank you, I will check with my colleagues.',
  ],
  product: [
    'v: Is the {product} coming back in blue?|Which ink fits the fountain pen?|Is the paper of the {product} good for watercolours?',
    'a: Good question, let me ask our workshop.',
    'a: Yes, it does, and the blue one is back next week.|Yes. I would take the heavier paper, 160 g.',
    'v: Perfect, I will order it.',
  ],
  giftWrap: [
    'v: Do you gift-wrap orders?|Can you add a card to order {order}?',
    'a: We do, for € 3. Tick the box in the cart and write your text below it.',
    'v: Lovely, thank you.',
  ],
  address: [
    'v: Can I change the address of order {order}?|I typed the wrong street in order {order}.',
    'a: It has not left yet, so yes. What is the right address?',
    'v: Number 24 instead of 42, everything else is correct.',
    'a: I have changed it. The confirmation is on its way to you.',
    'v: That was quick, thanks!',
  ],
  discount: [
    'v: Your discount code is refused.|SPRING10 does not work for the {product}.',
    'a: The code is for notebooks only. I have made you one that works: PAPER10.',
    'v: It works, thank you!',
  ],
  botHours: [
    'v: Are you open on Saturday?|When are you open?',
    'b: Every day from 8 in the morning to 10 in the evening.',
    'v: Thanks',
    'b: You are welcome!',
  ],
  botOrder: [
    'v: Where is my order?',
    'b: What is the number of your order? It stands in the confirmation.',
    'v: {order}',
    'b: Thank you. Order {order} has left our warehouse and arrives within two days.',
    'v: Great',
  ],
  handoff: [
    'b: Sorry, I have no answer to that. Shall I ask a colleague?',
    'v: I want to talk to a person',
    'b: One moment, I am asking a colleague to take over.',
  ],
  comments: [
    ['Quick and kind.', 'Solved within minutes.', 'Best support I have had.', 'Very helpful.'],
    ['Solved, but it took two tries.', 'Friendly, a bit slow.'],
    ['I waited too long.', 'My question was not answered.'],
  ],
  products: ['notebook', 'fountain pen', 'sketchbook', 'desk calendar', 'ink bottle'],
};
