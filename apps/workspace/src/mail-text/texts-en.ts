import type { MailTexts } from './mail-text.ts';

export const en: MailTexts = {
  greeting: 'Hello {firstname},',
  greetingWithoutName: 'Hello,',
  fallback: 'If the button does not work, open this address:',
  footer: 'Sent by Parley.',
  footerOfProject: 'Sent by Parley for {project}.',
  faults: {
    dns_failed: 'The server’s name was not found. Check how it is spelled.',
    connection_refused: 'The server refused the connection. Check server and port.',
    tls_failed: 'The secure connection failed. Check the encryption and the server’s certificate.',
    auth_failed: 'The server refused the sign-in. Enter the current password in the mailbox settings.',
    folder_missing: 'The folder doesn’t exist on the server.',
    oauth_expired: 'The consent has expired. Sign in with the provider again and enter the new refresh token.',
    quota: 'The mailbox is full.',
    greylisted: 'The server asked to try again later.',
    blocked: 'The server, or this installation, does not allow the connection.',
    timeout: 'The server didn’t respond in time. Check server and port.',
  },
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
    mailbox_failing: {
      subject: '{mailbox} isn’t receiving email',
      above: [
        'Parley can no longer read the email of {mailbox} for {project}. It keeps trying, and nothing is lost: email stays on the server in the meantime.',
      ],
      button: 'Open project',
      below: [],
    },
    mailbox_recovered: {
      subject: '{mailbox} is receiving email again',
      above: [
        'Parley is reading the email of {mailbox} for {project} again. What arrived in the meantime is coming in now, oldest first.',
      ],
      button: 'Open project',
      below: [],
    },
    mailbox_not_sending: {
      subject: '{mailbox} isn’t sending email',
      above: [
        'Parley can no longer send email from {mailbox} for {project}. It keeps trying for two days. After that, messages that could not be sent are marked as failed and can be resent by hand.',
      ],
      button: 'Open project',
      below: [],
    },
    mailbox_sends_again: {
      subject: '{mailbox} is sending email again',
      above: ['Parley is sending email from {mailbox} for {project} again. Waiting messages are being sent now.'],
      button: 'Open project',
      below: [],
    },
    connection_bypassed: {
      subject: '{person} signed in without {connection}',
      above: [
        '{person} signed in to {project} with a password and a second factor, although people at your domain must use {connection}.',
        'The owners who may do this are listed in the settings of the connection. If you did not expect it, speak to them right away.',
      ],
      button: 'Open project',
      below: [],
    },
  },
};
