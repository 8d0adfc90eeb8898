/** How the table is laid out in a box of this many pixels. Each of the three is a page of its own. */
export type Layout = 'desktop' | 'portrait' | 'landscape';

const SIDE = 300; // width of the right column
const SIDE_FROM = 1080; // narrower than this the column would take the table's room
const BOARD = 960; // width that the desktop's table is designed for

export function layoutOf(width: number, height: number): Layout {
  if (height < 560 && width > height) return 'landscape';
  return width < 640 ? 'portrait' : 'desktop';
}

export function hasSide(layout: Layout, width: number): boolean {
  return layout === 'desktop' && width >= SIDE_FROM;
}

export interface Sizes {
  /** One pixel of the design, in pixels of the screen. */
  unit: number;
  /** Width of a tile of the own hand. */
  hand: number;
  /** Width of a tile in a river. */
  river: number;
}

/** A hand of fourteen stands in one row with a gap before the drawn tile; on a phone held upright in two. */
export function sizesOf(layout: Layout, width: number, height: number, side: boolean): Sizes {
  const room = side ? width - SIDE : width;
  if (layout === 'portrait') {
    const hand = Math.min(58, (room - 16 - 14) / 7.3, (height - 330) / 4.4);
    return { unit: 1, hand, river: height < 720 ? 22 : height < 800 ? 24 : 26 };
  }
  if (layout === 'landscape') return { unit: 1, hand: Math.min(48, (room - 40) / 14.8), river: room < 720 ? 20 : 24 };
  // Rivers and walls are 567 units high, the own hand 80 or at least 75 pixels; the bar and the gaps do not shrink.
  const unit = Math.min(1.5, room / BOARD, (height - 94) / (567 + 80), (height - 94 - 75) / 567);
  return { unit, hand: Math.min((room - 48) / 14.8, Math.max(56, 60 * unit)), river: 31 * unit };
}

const ROWS = 4;

/** Discards a row: six, and more only where four rows would not hold them. */
export function perRow(count: number): number {
  return Math.max(6, Math.ceil(count / ROWS));
}
