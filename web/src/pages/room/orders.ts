/** What a page may send to its room. */
import type { FromPage, LinkTold, Refused, Reply } from '$lib/wire';

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;
export type Order = Unnumbered<FromPage>;

/** An order of the room; the answer says whether it was done. */
export type Tell = (order: Order) => Promise<Reply | Refused | LinkTold>;
