import { hostileHtml } from '@parley/testkit';
import { parseFragment } from 'parse5';

import { safeHtml } from './safe-html.ts';

const images = { known: 'https://parley.example/v3/images?path=a' };
const safe = (html: string, hasRemoteImages = false) => safeHtml(html, { images, hasRemoteImages });

interface Node {
  tagName?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** Every element of the HTML, as browsers find it. */
function elementsOf(html: string): Node[] {
  const all: Node[] = [];
  const queue: Node[] = [parseFragment(html) as Node];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (node.tagName) all.push(node);
    queue.push(...(node.childNodes ?? []));
  }
  return all;
}

it.each(hostileHtml.map((html) => [html.slice(0, 100), html]))('leaves nothing that runs or loads of %s', (_, html) => {
  for (const { tagName, attrs = [] } of elementsOf(safe(html))) {
    expect(tagName).not.toMatch(
      /^(?:script|style|svg|math|iframe|object|embed|form|input|button|link|meta|base|template)$/,
    );
    for (const { name: key, value } of attrs) {
      expect(key).not.toMatch(/^on|^(?:srcset|srcdoc|action|formaction|background|ping|poster|id|class)$/);
      if (key === 'src') expect(value).toMatch(/^(?:https:\/\/parley\.example\/|data:image\/(?:png|gif|jpeg|webp);)/);
      if (key === 'href') expect(value).toMatch(/^(?:https?|mailto|tel):/);
      if (key === 'style') expect(value).not.toMatch(/url|expression|position|image|\\/i);
    }
  }
});

it('keeps what a mail looks like: tables, colours, lists and links, which open apart', () => {
  const html =
    '<table width="600"><tr><td style="color:#ff0000;padding:4px 8px">A <b>red</b> cell</td></tr></table><ul><li>one</li></ul>';
  expect(safe(html)).toBe(html.replace('padding:4px 8px', 'padding:4px 8px'));
  expect(safe('<a href="https://shop.example/7">7</a>')).toBe(
    '<a target="_blank" rel="noopener noreferrer nofollow" href="https://shop.example/7">7</a>',
  );
});

it('shows inline images by our addresses, and those of other servers when they are asked for', () => {
  expect(safe('<img src="cid:known" alt="Logo">')).toBe(`<img alt="Logo" src="${images.known}" />`);
  expect(safe('<img src="cid:unknown">')).toBe('');
  const remote = '<img src="https://cdn.example/a.png">';
  expect(safe(remote)).toBe('');
  expect(safe(remote, true)).toBe('<img src="https://cdn.example/a.png" />');
  expect(safe('<img src="data:image/png;base64,AAAA">')).toBe('<img src="data:image/png;base64,AAAA" />');
});

it('is the same when it is made safe again', () => {
  for (const html of hostileHtml) expect(safe(safe(html))).toBe(safe(html));
});
