/** The part that is loaded when a conversation is near: an entry for the build, imported by `main.tsx` alone. */
export { ConversationView } from './conversation/conversation-view.tsx';
export { FormView } from './form/form-view.tsx';
export { Menu } from './frame/menu.tsx';
export { Topic } from './home/topic.tsx';
export { default as css } from './talk.css?inline';
export { formFields, unanswered } from './visit/fields.ts';
