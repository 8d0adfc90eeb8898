/**
 * The drawn tiles as symbols of the page. They are put in by script (no inline style, nothing to fetch per tile) so that the
 * theme's colours reach them; `<use href="#tile-5m">` draws one.
 */
import source from '../assets/tiles.svg?raw';

let there = false;

/** Puts the sprite into the page, once. */
export function placeSprite(): void {
  if (there || typeof document === 'undefined') return;
  there = true;
  const sprite = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  sprite.classList.add('sprite');
  document.body.prepend(document.importNode(sprite, true));
}
