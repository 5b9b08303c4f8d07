import { contrast, hexOf, parseColour, readableOn } from './colours.ts';
import { shownName } from './names.ts';

/** In whose name a mail is sent. */
export interface MailBrand {
  name: string;
  /** `#rgb` or `#rrggbb`; anything else gives way to the colour of Parley. */
  colour?: unknown;
  /** On `colour`; black or white where it cannot be read. */
  textColour?: unknown;
}

/** A mail of a few sentences and one button. All texts are plain; names in them have passed `withNames`. */
export interface MailPage {
  /** BCP 47. */
  language: string;
  /** Default `ltr`. */
  direction?: 'ltr' | 'rtl';
  brand: MailBrand;
  title: string;
  greeting: string;
  /** Paragraphs above the button. */
  above: readonly string[];
  button: { label: string; href: string };
  /** Paragraphs below the button. */
  below: readonly string[];
  /** Leads to the address of the button as text. */
  fallback: string;
  footer: string;
}

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const light = {
  ...{ page: '#f1f3f6', card: '#ffffff', line: '#dfe3e9', edge: '#838c9b' },
  ...{ ink: '#1a1f27', soft: '#586172', link: '#1f4fd8' },
};
const dark: typeof light = {
  ...{ page: '#0f1216', card: '#1c2028', line: '#2e343f', edge: '#707a8a' },
  ...{ ink: '#e9ebef', soft: '#a5aebd', link: '#8fb0ff' },
};

/** The mail as plain text and as HTML; both say the same. The HTML loads nothing and runs nothing. */
export function renderMailPage(page: MailPage): { text: string; html: string } {
  return { text: textOf(page), html: htmlOf(page) };
}

function textOf({ greeting, above, button, below, footer }: MailPage): string {
  return `${[greeting, ...above, `${button.label}:\n${button.href}`, ...below, footer].join('\n\n')}\n`;
}

function htmlOf(page: MailPage): string {
  const { direction = 'ltr' } = page;
  const language = escapeHtml(page.language);
  const title = escapeHtml(page.title);
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${title}</title>
<style>${sheetOf(coloursOf(page.brand))}</style>
</head>
<body class="page" bgcolor="${light.page}" style="margin:0;padding:0;background:${light.page}">
<div lang="${language}" dir="${direction}">
${preview(page)}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.page}" style="background:${light.page}">
<tr><td align="center" class="outer" style="padding:40px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
${card(page)}
${footer(page)}
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

/** The line that lists of mails show beside the subject. */
function preview({ above }: MailPage): string {
  const hidden = 'display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';
  return `<div aria-hidden="true" style="${hidden}">${escapeHtml(above.join(' '))}</div>`;
}

function card(page: MailPage): string {
  const start = page.direction === 'rtl' ? 'right' : 'left';
  const box = `padding:32px;background:${light.card};border:1px solid ${light.line};border-radius:12px`;
  const style = `${box};text-align:${start};overflow-wrap:anywhere;word-break:break-word`;
  const rows = [
    brandRow(page.brand),
    `<h1 class="ink" style="margin:24px 0 0;font:600 22px/1.3 ${fonts};color:${light.ink}">${escapeHtml(page.title)}</h1>`,
    ...[page.greeting, ...page.above].map((text) => paragraph(text, 'ink')),
    buttonOf(page),
    ...page.below.map((text) => paragraph(text, 'soft')),
    address(page),
  ];
  return `<tr><td class="card" align="${start}" bgcolor="${light.card}" style="${style}">\n${rows.join('\n')}\n</td></tr>`;
}

/** The initial stands for a logo: pictures would have to be loaded. */
function brandRow(brand: MailBrand): string {
  const { ground, text, edge } = coloursOf(brand);
  const name = shownName(brand.name);
  const [initial = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  const square = `width:36px;height:36px;background:${ground};border:1px solid ${edge};border-radius:8px`;
  const style = `${square};font:600 18px/36px ${fonts};color:${text};text-align:center`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="edge" aria-hidden="true" width="36" height="36" align="center" bgcolor="${ground}" style="${style}">${escapeHtml(initial.toUpperCase())}</td>
<td width="12" style="width:12px"></td>
<td class="ink" dir="auto" style="font:600 16px/1.3 ${fonts};color:${light.ink}">${escapeHtml(name)}</td>
</tr></table>`;
}

function buttonOf({ brand, button }: MailPage): string {
  const { ground, text, edge } = coloursOf(brand);
  const shape = `display:inline-block;padding:12px 24px;border:1px solid ${edge};border-radius:8px`;
  const style = `${shape};background:${ground};color:${text};font:600 16px/1.3 ${fonts};text-decoration:none`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 8px"><tr>
<td align="center" bgcolor="${ground}" style="border-radius:8px;background:${ground};mso-padding-alt:12px 24px"><a class="button edge" href="${escapeHtml(button.href)}" target="_blank" rel="noopener noreferrer" style="${style}">${escapeHtml(button.label)}</a></td>
</tr></table>`;
}

/** For clients that do not show the button. */
function address({ fallback, button }: MailPage): string {
  const href = escapeHtml(button.href);
  const rule = `margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${light.line}`;
  return `<p class="soft rule" style="${rule};font:13px/1.5 ${fonts};color:${light.soft}">${escapeHtml(fallback)}<br>
<a class="link" dir="ltr" href="${href}" target="_blank" rel="noopener noreferrer" style="color:${light.link};word-break:break-all">${href}</a></p>`;
}

function paragraph(text: string, tone: 'ink' | 'soft'): string {
  return `<p class="${tone}" style="margin:16px 0 0;font:16px/1.5 ${fonts};color:${light[tone]}">${escapeHtml(text)}</p>`;
}

function footer({ footer: text }: MailPage): string {
  return `<tr><td class="soft" align="center" style="padding:20px 16px 0;font:13px/1.5 ${fonts};color:${light.soft}">${escapeHtml(text)}</td></tr>`;
}

/** Only what inline styles cannot say: dark mode and narrow screens. Clients that drop the sheet show the light page. */
function sheetOf({ darkEdge }: ReturnType<typeof coloursOf>): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important}
.card{background:${dark.card}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.link{color:${dark.link}!important}
.rule{border-color:${dark.line}!important}
.edge{border-color:${darkEdge}!important}
}
@media (max-width:480px){
.outer{padding:16px 8px!important}
.card{padding:24px 20px!important}
}`;
}

/** A button whose colour is close to that of the card gets an edge that can be seen. */
function coloursOf({ colour, textColour }: MailBrand) {
  const own = parseColour(colour);
  const ground = own ?? parse(light.link);
  const text = readableOn(ground, parseColour(own && textColour) ?? parse('#ffffff'));
  const edgeOn = (paper: typeof light) => (contrast(ground, parse(paper.card)) < 3 ? paper.edge : hexOf(ground));
  return { ground: hexOf(ground), text: hexOf(text), edge: edgeOn(light), darkEdge: edgeOn(dark) };
}

function parse(colour: string) {
  const parsed = parseColour(colour);
  if (!parsed) throw new Error(`${colour} is no colour`);
  return parsed;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}
