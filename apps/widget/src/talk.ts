export { ConversationView } from './conversation/conversation-view.tsx';
export { formFields, unanswered } from './form/fields.ts';
export { FormView } from './form/form-view.tsx';
export { Menu } from './frame/menu.tsx';
export { Topic } from './home/topic.tsx';
export { default as css } from './talk.css?inline';
