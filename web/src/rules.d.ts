/** What build/rules.ts makes of the rule pages. */
declare module 'virtual:rules' {
  import type { Group, RulePage } from '../build/rules';

  export const pages: Record<string, () => Promise<{ default: RulePage }>>;
  export const groups: Record<'zh' | 'en', () => Promise<{ default: Record<string, Group[]> }>>;
}
