export { type MailBrand, renderMailPage } from './mail-page.ts';
export { shownName, withNames } from './names.ts';
