/** Pages beside the table: in the right column where there is one, else on a sheet. */
import type { Panel } from './play.svelte';

export const TITLES: Record<Panel, string> = {
  log: 'web.table.panel.log',
  ledger: 'web.table.panel.ledger',
  tracker: 'web.table.panel.tracker',
  phrases: 'web.table.panel.phrases',
  keys: 'web.table.panel.keys',
  why: 'web.table.panel.why',
  hint: 'web.table.panel.hint',
  menu: 'web.table.panel.menu',
};

/** Tabs of the right column. */
export const TABS: readonly Panel[] = ['log', 'ledger', 'tracker', 'keys'];

export function isTab(panel: Panel | null): panel is Panel {
  return panel !== null && TABS.includes(panel);
}
