/** A board's links: the key and what it allows stand behind `#`, which no browser sends to the server. */

export type Right = 'host' | 'write' | 'view';

export interface Key {
  right: Right;
  key: string;
}

const LETTERS = { host: 'h', write: 'w', view: 'v' } as const;

/** The key behind `#`; null: there is none. */
export function keyIn(hash: string): Key | null {
  const found = /^([hwv])\.([\w-]{22})$/.exec(hash);
  if (!found) return null;
  const right = ({ h: 'host', w: 'write', v: 'view' } as const)[found[1] as 'h' | 'w' | 'v'];
  return { right, key: found[2]! };
}

export const linkOf = (board: string, { right, key }: Key): string => `/board/${board}#${LETTERS[right]}.${key}`;

const RANK: Record<Right, number> = { view: 0, write: 1, host: 2 };

/** Which of two keys opens more; who has written may be given a view link without losing anything. */
export const better = (one: Key | null, other: Key | null): Key | null => {
  if (!one || !other) return one ?? other;
  return RANK[other.right] > RANK[one.right] ? other : one;
};
