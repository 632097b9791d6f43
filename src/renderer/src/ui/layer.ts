/**
 * The element that menus and tooltips are put into. It lies inside a landmark, so that everything in the window belongs to one.
 * undefined until the window is there.
 */
export function layer(): HTMLElement | undefined {
  return document.getElementById('layer') ?? undefined
}
