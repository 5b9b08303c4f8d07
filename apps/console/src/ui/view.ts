/**
 * Keeps `--view-top` and `--view-height` at the part of the page that the keyboard of a phone leaves: what stands at the end of a screen, such
 * as the composer, stays in view. Magnifying by two fingers moves and sizes nothing.
 */
export function followViewport(): void {
  const { visualViewport: view } = globalThis;
  if (!view) return;
  const { style } = document.documentElement;
  const adapt = () => {
    style.setProperty('--view-height', `${Math.round(view.height * view.scale)}px`);
    style.setProperty('--view-top', view.scale === 1 ? `${view.offsetTop}px` : '0px');
  };
  adapt();
  view.addEventListener('resize', adapt);
  view.addEventListener('scroll', adapt);
}
