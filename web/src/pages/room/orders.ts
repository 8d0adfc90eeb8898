/** What the pages of a room may ask of it. */
import type { Order, ToldFor } from '$lib/socket.svelte';

export type { Order };

/** An order that need not be answered but by a refusal, which the room shows. */
export type Tell = (order: Order) => void;

/** A one-time link for one's seat. */
export type AskLink = () => Promise<ToldFor<{ type: 'link' }>>;
