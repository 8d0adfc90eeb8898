/** Writes `sw.js` beside the built client: src/app/sw.js with the list of the files that it keeps. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = resolve(import.meta.dirname, '../src/app/sw.js');

export function worker(): Plugin {
  return {
    name: 'paizhuo-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .map((name) => `/${name}`)
          .sort();
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
        const source = readFileSync(SOURCE, 'utf-8')
          .replace("'@version'", JSON.stringify(version))
          .replace('[/* @files */]', JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
