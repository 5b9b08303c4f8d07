import type { MailLanguage } from '../mail-text/mail-texts.ts';
import type { PushKind } from './push-notice.ts';

/** What notifications say where they show neither names nor texts. */
export const pushTexts: Record<MailLanguage, Record<PushKind, string>> = {
  en: {
    assigned: 'New conversation for you',
    message: 'New message in one of your conversations',
    mention: 'You were mentioned',
    waiting: 'A conversation is waiting to be assigned',
  },
  it: {
    assigned: 'Nuova conversazione per te',
    message: 'Nuovo messaggio in una delle tue conversazioni',
    mention: 'Ti hanno menzionato',
    waiting: 'Una conversazione è in attesa di assegnazione',
  },
  fr: {
    assigned: 'Nouvelle conversation pour vous',
    message: 'Nouveau message dans l’une de vos conversations',
    mention: 'Vous avez été mentionné',
    waiting: 'Une conversation attend d’être attribuée',
  },
  de: {
    assigned: 'Neue Unterhaltung für Sie',
    message: 'Neue Nachricht in einer Ihrer Unterhaltungen',
    mention: 'Sie wurden erwähnt',
    waiting: 'Eine Unterhaltung wartet auf Zuweisung',
  },
  es: {
    assigned: 'Nueva conversación para usted',
    message: 'Mensaje nuevo en una de sus conversaciones',
    mention: 'Le han mencionado',
    waiting: 'Una conversación está pendiente de asignación',
  },
  pt: {
    assigned: 'Nova conversa para você',
    message: 'Nova mensagem em uma das suas conversas',
    mention: 'Mencionaram você',
    waiting: 'Uma conversa aguarda atribuição',
  },
};
