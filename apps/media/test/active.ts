import { gzipSync } from 'node:zlib';

/** What it does where it runs: says so in the title of the page, with the cookies it found, and asks for an address. */
const script = `<script>top.document.title = document.cookie + 'ran'; fetch('/ran')</script>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('/ran')">${script}<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="fetch('/ran')"/></foreignObject></svg>`;
const stylesheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html>${script}</html></xsl:template></xsl:stylesheet>`;

/** Files that a browser would run, if it were shown them as what they are. */
export const activeFiles: [what: string, name: string, bytes: string | Uint8Array][] = [
  ['an SVG', 'a.svg', svg],
  [
    'an SVG with an entity',
    'a.svg',
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg.replace('<f', '&x;<f')}`,
  ],
  ['an SVG called an image', 'a.png', svg],
  ['a packed SVG', 'a.svgz', gzipSync(svg)],
  ['an HTML page', 'a.html', `<!doctype html><body onload="fetch('/ran')">${script}`],
  ['an HTML page called an image', 'a.jpg', `<!doctype html>${script}`],
  ['XHTML', 'a.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
  [
    'XML with a stylesheet',
    'a.xml',
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(stylesheet)}"?><x/>`,
  ],
  ['a page in UTF-16', 'a.html', Buffer.from(`\ufeff<html>${script}`, 'utf16le')],
  ['a page with a mark', 'a.html', Buffer.from(`\ufeff<html>${script}`, 'utf8')],
  ['a script called a text', 'a.js.txt', `fetch('/ran')`],
  ['a PDF with a page in it', 'a.html', `%PDF-1.7\n<html>${script}</html>`],
];
