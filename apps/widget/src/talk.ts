/** The chunk that is loaded for a conversation: an entry of the build, imported only by `main.tsx`. */
export { ConversationView } from './conversation/conversation-view.tsx';
export { FormView } from './form/form-view.tsx';
export { Menu } from './frame/menu.tsx';
export { Topic } from './home/topic.tsx';
export { default as css } from './talk.css?inline';
export { formFields, unanswered } from './visit/fields.ts';
