/** Scrolls a strip that is wider than the window, and nothing else, so that one of its items stands in the middle: an address may name one that is out of sight. */
export function showInStrip(item: HTMLElement | null | undefined, strip: HTMLElement | null | undefined): void {
  if (!item || !strip) return
  const [here, all] = [item.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollLeft += here.left - all.left - (all.width - here.width) / 2
}
