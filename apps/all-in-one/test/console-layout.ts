import type { Page } from 'playwright-core';

/** What of a page's text cannot be read: cut off at an edge, or under something else. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(unreadable);
}

/** Runs in the page. */
const unreadable = `(async () => {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const parents = function* (element) {
    for (let one = element.parentElement; one; one = one.parentElement) yield one;
  };
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflow);
  const holdsText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const faults = [];
  for (const element of document.querySelectorAll('body *')) {
    if (!holdsText(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // What is there for screen readers alone, and what the browser draws itself.
    if (width < 4 || height < 4 || element.closest('select, [aria-hidden="true"], [href="#content"]')) continue;
    const name = element.tagName + ' ' + element.textContent.trim().slice(0, 40);
    const isCut = /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    if (isCut) faults.push('cut off: ' + name);
    const isInScroller = [...parents(element)].some(scrolls);
    if (!isInScroller && (left < -1 || right > innerWidth + 1)) faults.push('outside: ' + name);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const seen = document.elementFromPoint(x, y);
    const isSeen = seen && (seen.contains(element) || element.contains(seen));
    // Scrolled away under the edge of what scrolls.
    const isScrolledAway = [...parents(element)].some((one) => {
      if (!scrolls(one)) return false;
      const box = one.getBoundingClientRect();
      // Edges fall between pixels.
      return y < box.top + 1 || y > box.bottom - 1 || x < box.left + 1 || x > box.right - 1;
    });
    if (!isSeen && !isScrolledAway && style.pointerEvents !== 'none') faults.push('covered: ' + name + ' by ' + seen?.outerHTML.slice(0, 80));
  }
  return [...new Set(faults)];
})()`;
