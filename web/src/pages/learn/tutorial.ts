/** The tutorial's steps, asked once for each language. */
import type { Lang, Tutorial } from '$lib/wire';
import { get, spoken } from '../../app/api';

const known = new Map<Lang, Promise<Tutorial>>();

export function loadTutorial(lang: Lang): Promise<Tutorial> {
  let asked = known.get(lang);
  if (!asked) {
    asked = get<Tutorial>(spoken('/api/tutorial'));
    known.set(lang, asked);
    asked.catch(() => known.delete(lang));
  }
  return asked;
}
