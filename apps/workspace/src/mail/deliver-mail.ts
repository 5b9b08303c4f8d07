import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { mailLanguageFor } from '../mail-text/mail-texts.ts';
import { type Mail, type MailAudience, renderMail } from './mail.ts';

/** Member of a user's `attributes`: the language they chose for the console. */
const chosenLanguage = 'console.language';

/** Task: delivers a mail, with retries. The Message-ID stays the same. */
export async function deliverMail(context: Context, task: Task): Promise<void> {
  const { mails, mailTransport, config } = context;
  const { to, ...mail } = mails.openMail(task);
  try {
    const audience = await audienceOf(context, to, mail);
    await mailTransport.deliver({
      ...{ id: task.id, messageId: `<${task.id}@parley>`, from: config.MAIL_FROM },
      // As an object, so that a comma in the address cannot add a recipient.
      to: { name: '', address: to },
      ...renderMail(mail, audience, config.DASHBOARD_URL),
    });
  } catch (error) {
    // Mail servers repeat the address in their answers, and the worker stores error messages: keep only the kind.
    throw new Error(`Mail delivery failed: ${kindOf(error)}`);
  }
}

/** The language of the recipient, else of the project that the mail is about; colours of that project. */
async function audienceOf({ users, projects, labels }: Context, to: string, { data }: Mail): Promise<MailAudience> {
  const recipient = await users.findByEmail(to);
  const chosen = recipient?.attributes[chosenLanguage];
  const project = 'id_project' in data && data.id_project ? await projects.find(data.id_project) : undefined;
  if (!project) return { language: mailLanguageFor(chosen) };

  const [ofProject] = await labels.entriesFor(project.id, []);
  const { themeColor: colour, themeForegroundColor: textColour } = project.widget;
  return { language: mailLanguageFor(chosen, ofProject?.lang), colours: { colour, textColour } };
}

function kindOf(error: unknown): string {
  const { code = 'unknown', responseCode = '' } = error as { code?: unknown; responseCode?: unknown };
  return `${code} ${responseCode}`.trim();
}
