import type { BotTemplate } from '@parley/contracts';

/** An intent of a template: one phrase per line, the answer in micro-language. */
export interface TemplateIntent {
  name: string;
  topic: 'internal' | 'sample';
  question?: string;
  answer: string;
}

const internal = (name: string, question: string, ...answer: string[]): TemplateIntent => ({
  ...{ name, question, topic: 'internal' },
  answer: answer.join('\n'),
});
const sample = (name: string, question: string, ...answer: string[]): TemplateIntent => ({
  ...{ name, question, topic: 'sample' },
  answer: answer.join('\n'),
});

const site = 'https://www.example.com';
const backToStart = '* Back to the start tdAction:start';

const agentHandoff = internal(
  'agent_handoff',
  'I want to talk to a person\nCan I speak with a human?\nGet me an agent\nTalk to somebody\nHuman please',
  'One moment, I am asking a colleague to take over.',
  '\\agent',
);

const blank = [
  internal('start', '\\start', 'Hello! How can I help you?'),
  internal('defaultFallback', 'defaultFallback', 'I did not understand that. Could you put it differently?'),
];

const fallbackWithButtons = internal(
  'defaultFallback',
  'defaultFallback',
  'Sorry, I have no answer to that. Try other words, or choose:',
  backToStart,
  '* I want to talk to a person',
);

const handoff = [
  internal('start', '\\start', 'Hello! Ask me anything, or ask for a person at any time.'),
  agentHandoff,
  fallbackWithButtons,
];

const example = [
  sample('greeting', 'Hi\nHello\nGood morning\nGood evening', 'Hello! Nice to meet you.'),
  sample('thanks', 'Thanks\nThank you\nThank you very much', 'You are welcome!'),
  sample(
    'about',
    'Who are you?\nWhat are you?\nTell me about yourself',
    `tdImage,w200 h200:${site}/robot.png`,
    `I am a bot, here to answer what is asked often. Read more on [our site](${site}).`,
    `* Visit our site ${site}`,
    backToStart,
  ),
  agentHandoff,
  internal('close_conversation', 'Goodbye\nClose the conversation', 'Goodbye, until next time!', '\\close'),
  internal(
    'start',
    '\\start',
    'Hello! I am the bot of this site. What would you like to know?',
    '* Who are you?',
    '* Where are you?',
    '* What can you do?',
    '* I want to talk to a person',
  ),
  fallbackWithButtons,
  sample(
    'features',
    'What can you do?\nShow me your features',
    'I can show pictures, pages and films, and I understand buttons:',
    '* Show me a picture',
    '* Show me a page',
    '* Show me a film',
    '* Try an action tdAction:sample_action',
  ),
  sample(
    'sample_image',
    'Show me a picture',
    `tdImage,w300 h200:${site}/picture.png`,
    'This is a picture.',
    '* What can you do?',
    backToStart,
  ),
  sample(
    'sample_frame',
    'Show me a page',
    `tdFrame,w300 h200:${site}`,
    'This is a page.',
    '* What can you do?',
    backToStart,
  ),
  sample(
    'sample_video',
    'Show me a film',
    `tdVideo,w300 h200:${site}/film.mp4`,
    'This is a film.',
    '* What can you do?',
    backToStart,
  ),
  sample(
    'location',
    'Where are you?\nWhat is your address?\nHow do I find you?',
    'tdFrame,w300 h200:https://www.openstreetmap.org/export/embed.html?bbox=12.48,41.88,12.50,41.90',
    'Here we are.',
    backToStart,
  ),
  sample(
    'sample_action',
    'Try an action',
    'Do you like actions?',
    '* Yes tdAction:yes_action',
    '* No tdAction:no_action',
  ),
  sample('yes_action', 'Yes, I like actions', 'So do I!', `* Read more ${site}/actions`, backToStart),
  sample('no_action', 'No, I do not like actions', 'Plain words are fine, too.'),
];

/** The initial intents of a bot, by template; customers edit the texts. Source: contract 60 section 2.1. */
export const templates: Readonly<Record<BotTemplate, readonly TemplateIntent[]>> = {
  empty: [],
  blank,
  handoff,
  example,
};
