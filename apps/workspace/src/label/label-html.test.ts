import { htmlFault } from './label-html.ts';

it.each([
  'Hello',
  'a < b, 5 <3 and x > y &amp; z',
  '<b>bold</b><br><br/><i>i</i> <em>e</em> <strong>s</strong> <u>u</u> <span>x</span>',
  '<A HREF="https://x.io" target=\'_blank\' rel=noopener>x</A>',
  '<a href="mailto:ada@x.io">mail</a> <a href=" http://x.io ">x</a>',
  '{{file_size_limit}} $reply_time',
])('shows %s', (text) => {
  expect(htmlFault(text)).toBeUndefined();
});

it.each([
  '<img src=x onerror=alert(1)>',
  '<IMG/src=x/onerror=alert(1)>',
  '<script>alert(1)</script>',
  '</script>',
  '<b onclick="x()">x</b>',
  '<span style="position:fixed">x</span>',
  '<br id=x>',
  '<a>no address</a>',
  '<a href="">x</a>',
  '<a href="/relative">x</a>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<span href="javascript:x">x</span>',
  '<svg><a xlink:href="javascript:x">x</a></svg>',
  '<iframe src="https://x.io"></iframe>',
  '<p>x</p>',
  '<!-- x -->',
  '<!doctype html>',
  '<![CDATA[x]]>',
  '<?x?>',
  // The rest of the page would complete the tag.
  'x <img src=x onerror=alert(1) ',
  '<a href="https://x.io',
  '<',
  'x</',
])('does not show %s', (text) => {
  expect(htmlFault(text)).toEqual(expect.any(String));
});
