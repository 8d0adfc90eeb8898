/** Which component draws a route, loaded when it is first shown. */
import type { Component } from 'svelte';
import { needTexts } from '$lib/i18n.svelte';
import type { Route } from './router.svelte';

// Each page declares its own props; here they are only passed on.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loaded = Promise<{ default: Component<any> }>;

export interface Shown {
  /** Another key is another page: it is drawn anew. */
  key: string;
  load: () => Loaded;
  props: Record<string, unknown>;
}

/** A page whose texts are chunks of their own (build/catalogues.ts). */
const saying =
  (parts: readonly string[], page: () => Loaded): (() => Loaded) =>
  async () =>
    (await Promise.all([page(), needTexts(...parts)]))[0];

const LOADERS: Record<Route['page'], () => Loaded> = {
  home: () => import('../pages/home/Home.svelte'),
  new: () => import('../pages/form/New.svelte'),
  room: () => import('../pages/room/Room.svelte'),
  replay: () => import('../pages/replay/Replay.svelte'),
  rules: () => import('../pages/rules/Rules.svelte'),
  learn: () => import('../pages/learn/Learn.svelte'),
  open: () => import('../pages/replay/Open.svelte'),
  calc: saying(['calc'], () => import('../pages/calc/Calc.svelte')),
  board: saying(['board', 'calc'], () => import('../pages/board/Board.svelte')),
  house: saying(['house'], () => import('../pages/house/House.svelte')),
  sheet: saying(['sheet', 'house'], () => import('../pages/sheet/Sheet.svelte')),
  compare: saying(['compare', 'house'], () => import('../pages/compare/Compare.svelte')),
  drill: saying(['drill'], () => import('../pages/drill/Drill.svelte')),
  api: saying(['api', 'calc'], () => import('../pages/api/Api.svelte')),
  unknown: () => import('../pages/Unknown.svelte'),
};

/** Fetch a page's code ahead of the click; without network the click itself will say so. */
export function fetchAhead(page: Route['page']): void {
  LOADERS[page]().catch(() => undefined);
}

export function pageOf(route: Route): Shown {
  const { page, ...props } = route;
  return { key: [page, ...Object.values(props)].join(' '), load: LOADERS[page], props };
}
