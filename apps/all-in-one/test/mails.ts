import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '@parley/testkit';

/** The link of the mail to this address that holds these words. @param dataFolder of a mesh that writes its mails there */
export function linkOfMail(dataFolder: string, email: string, words: string): Promise<string> {
  const folder = join(dataFolder, 'mail');
  return eventually(async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'));
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    // Long lines are folded with `=`, which itself is written `=3D`.
    const mails = texts.map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='));
    const link = mails.find((text) => text.includes(email) && text.includes(words))?.match(/http:\S+\/#\/\S+/)?.[0];
    if (link === undefined) throw new Error(`There is no mail to ${email} about ${words}.`);
    return link;
  });
}
