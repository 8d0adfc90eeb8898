/** A tile that is dragged towards the table is played; one that is let go before falls back. */
const STARTS_AT = 10; // pixels before a press becomes a drag
const PLAYS_AT = 0.6; // of the tile's height, upwards

export interface Dragged {
  x: number;
  y: number;
  /** Far enough that letting go plays the tile. */
  plays: boolean;
}

export class Drag {
  #from: { x: number; y: number; pointer: number } | null = null;
  #moved = false;

  start(event: PointerEvent): void {
    this.#from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    this.#moved = false;
  }

  /** Where the tile is now, from its place; null while it is only pressed. */
  move(event: PointerEvent, tileHeight: number): Dragged | null {
    const from = this.#from;
    if (from === null || event.pointerId !== from.pointer) return null;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!this.#moved && Math.hypot(x, y) < STARTS_AT) return null;
    this.#moved = true;
    return { x, y, plays: -y > tileHeight * PLAYS_AT };
  }

  /** The press is over. Was it a drag, so that the click after it means nothing? */
  end(): boolean {
    const moved = this.#moved;
    this.#from = null;
    return moved;
  }
}
