import sanitizeHtml, { type IOptions } from 'sanitize-html';

export interface HtmlOptions {
  /** Addresses of inline images, by their Content-ID. */
  images: Readonly<Record<string, string>>;
  /** Whether images of other servers are shown: they tell those that the mail is read. */
  hasRemoteImages: boolean;
}

const tags = [
  ...['a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'caption', 'center'],
  ...[
    'cite',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
    'font',
    'footer',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'main', 'mark', 'ol', 'p'],
  ...['pre', 'q', 's', 'samp', 'section', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'table', 'tbody', 'td'],
  ...['tfoot', 'th', 'thead', 'time', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
];

// Values of words, numbers and colours: nothing with parentheses but a colour, so nothing that loads.
const value = /^(?:(?:rgba?|hsla?)\([\d\s.,%/]{1,60}\)|[\w\s.,%#"'+-]|!\s*important){1,300}$/i;
const properties = [
  ...['background-color', 'border', 'border-bottom', 'border-collapse', 'border-color', 'border-left', 'border-radius'],
  ...['border-right', 'border-spacing', 'border-style', 'border-top', 'border-width', 'color', 'direction', 'font'],
  ...[
    'font-family',
    'font-size',
    'font-style',
    'font-variant',
    'font-weight',
    'height',
    'letter-spacing',
    'line-height',
  ],
  ...[
    'list-style-type',
    'margin',
    'margin-bottom',
    'margin-left',
    'margin-right',
    'margin-top',
    'max-width',
    'min-width',
  ],
  ...['padding', 'padding-bottom', 'padding-left', 'padding-right', 'padding-top', 'table-layout', 'text-align'],
  ...['text-decoration', 'text-indent', 'text-transform', 'vertical-align', 'white-space', 'width', 'word-break'],
];
const styles = Object.fromEntries(properties.map((name) => [name, [value]]));
const layout = ['align', 'valign', 'width', 'height', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'dir', 'lang'];

/** Images that stand in the mail itself. */
const inData = /^data:image\/(?:png|gif|jpeg|webp);base64,[a-z0-9+/=\s]+$/i;

/** The HTML of a mail without what runs, loads, submits or reaches out. The policy of its frame is a second wall. Source: contract 26 section 5. */
export function safeHtml(html: string, { images, hasRemoteImages }: HtmlOptions): string {
  const options: IOptions = {
    allowedTags: tags,
    allowedAttributes: {
      '*': ['style', 'title', ...layout],
      a: ['href', 'name', 'target', 'rel'],
      img: ['src', 'alt'],
      font: ['color', 'face', 'size'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      ol: ['start', 'type'],
      time: ['datetime'],
    },
    allowedStyles: { '*': styles },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    // What stands in them is no text.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'title',
      'template',
      'iframe',
      'object',
      'svg',
      'math',
    ],
    nestingLimit: 200,
    transformTags: {
      a: (tagName, { href, target: _target, rel: _rel, ...attribs }) => ({
        tagName,
        attribs: { target: '_blank', rel: 'noopener noreferrer nofollow', ...attribs, ...(href && { href }) },
      }),
      img: (tagName, attribs) => ({ tagName, attribs: imageOf(attribs, images, hasRemoteImages) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  };
  return sanitizeHtml(html, options);
}

function imageOf(
  { src = '', ...attribs }: Record<string, string>,
  images: HtmlOptions['images'],
  hasRemoteImages: boolean,
): Record<string, string> {
  const cid = /^cid:(.+)$/i.exec(src.trim())?.[1];
  if (cid !== undefined) {
    const own = Object.hasOwn(images, cid) ? images[cid] : undefined;
    return own ? { ...attribs, src: own } : attribs;
  }
  if (Object.values(images).includes(src)) return { ...attribs, src };
  const mayLoad = inData.test(src) || (hasRemoteImages && /^https?:\/\//i.test(src.trim()));
  return mayLoad ? { ...attribs, src } : attribs;
}
