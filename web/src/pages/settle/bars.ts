/** Ledger lines as bars: what a player got stands to the right of zero, what he paid to the left, in the ledger's order. */
import type { HandTold, LineTold } from '$lib/wire';

export const GROUPS = ['win', 'jing', 'gang', 'others'] as const;
export type Group = LineTold['group'];

export interface Segment {
  line: number; // its place in the ledger
  group: Group;
  points: number; // above zero
}

export interface Bar {
  seat: number;
  gains: Segment[];
  losses: Segment[];
  gained: number;
  lost: number;
}

const sum = (segments: readonly Segment[]): number => segments.reduce((all, one) => all + one.points, 0);

/** A bar for each of four seats; each side by groups, in a group as the ledger has it. */
export function barsOf(lines: readonly LineTold[]): Bar[] {
  const ordered = lines
    .map((told, line) => ({ told, line }))
    .filter(({ told }) => told.points !== 0)
    .sort((a, b) => GROUPS.indexOf(a.told.group) - GROUPS.indexOf(b.told.group) || a.line - b.line);
  return [0, 1, 2, 3].map((seat) => {
    const gains: Segment[] = [];
    const losses: Segment[] = [];
    for (const { told, line } of ordered) {
      if (told.giver === told.taker) continue;
      const mine = told.taker === seat ? told.points : told.giver === seat ? -told.points : 0;
      if (mine !== 0) (mine > 0 ? gains : losses).push({ line, group: told.group, points: Math.abs(mine) });
    }
    return { seat, gains, losses, gained: sum(gains), lost: sum(losses) };
  });
}

/** How wide a side of all bars must be, in points. */
export function widest(bars: readonly Bar[]): { gained: number; lost: number } {
  return {
    gained: Math.max(1, ...bars.map((bar) => bar.gained)),
    lost: Math.max(1, ...bars.map((bar) => bar.lost)),
  };
}

/** Points of each group for a seat. */
export function byGroup(lines: readonly LineTold[], seat: number): Record<Group, number> {
  const sums: Record<Group, number> = { win: 0, jing: 0, gang: 0, others: 0 };
  for (const line of lines) {
    if (line.taker === seat) sums[line.group] += line.points;
    if (line.giver === seat) sums[line.group] -= line.points;
  }
  return sums;
}

/** Seats in the order in which somebody at `seat` looks at the table: oneself first. */
export const fromSeat = (seat: number | null): number[] => [0, 1, 2, 3].map((step) => ((seat ?? 0) + step) % 4);

/** What is drawn of a settlement: a played hand's, or a told one's. */
export type Settled = Pick<HandTold, 'game' | 'names' | 'lines' | 'clauses' | 'scores'> & Partial<Pick<HandTold, 'totals'>>;

export const nameOf = (hand: Pick<HandTold, 'names'>, seat: number): string => hand.names[seat] ?? String(seat);
