import type { MailTexts } from './mail-text.ts';

export const en: MailTexts = {
  greeting: 'Hello {firstname},',
  greetingWithoutName: 'Hello,',
  fallback: 'If the button does not work, open this address:',
  footer: 'Sent by Parley.',
  footerOfProject: 'Sent by Parley for {project}.',
  mails: {
    verification: {
      subject: 'Confirm your email address',
      above: ['Please confirm that this email address is yours. The link works once and is valid for 24 hours.'],
      button: 'Confirm email address',
      below: ['If you did not create an account, you can ignore this email.'],
    },
    password_reset: {
      subject: 'Set a new password',
      above: ['A new password was requested for your account. The link works once and is valid for one hour.'],
      button: 'Set a new password',
      below: ['If you did not request it, you can ignore this email: your password stays the same.'],
    },
    password_changed: {
      subject: 'Your password was changed',
      above: [
        'The password of your account was changed, and your other sessions were signed out.',
        'If you did not change it, request a new password right away.',
      ],
      button: 'Request a new password',
      below: [],
    },
    already_registered: {
      subject: 'You already have an account',
      above: ['An account was requested for this address, but there is already one. You can sign in with it.'],
      button: 'Sign in',
      below: [
        'If you have forgotten your password, you can request a new one there. If you did not request an account, you can ignore this email.',
      ],
    },
    invitation: {
      subject: '{inviter} invites you to {project}',
      above: ['{inviter} invites you to join the project {project}. The link is valid for 30 days.'],
      button: 'Accept invitation',
      below: ['If you were not expecting an invitation, you can ignore this email.'],
    },
    joined_project: {
      subject: 'You have joined {project}',
      above: ['{inviter} has added you to the project {project}.'],
      button: 'Open project',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} signed in without {connection}',
      above: [
        '{person} signed in to {project} with a password and a second factor, although people of your domain have to use {connection}.',
        'Owners for whom this is allowed are named in the settings of the connection. If you did not expect it, speak to them right away.',
      ],
      button: 'Open project',
      below: [],
    },
  },
};
