/** Before all tests: records hands by the engine, unless those that are there are newer than all that they depend on. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RECORDED } from './recorded.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DEPENDS = ['src/paizhuo', 'scripts/recorded.py', 'tests/golden'];
const APART = /paizhuo\/(cli|rules\/text|server\/(?!viewers|wire))/; // of what a recording does not depend on

function newest(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true });
  return Math.max(
    ...files
      .filter((file) => file.isFile() && /\.(py|json)$/.test(file.name))
      .map((file) => join(file.parentPath, file.name))
      .filter((file) => !APART.test(file))
      .map((file) => statSync(file).mtimeMs),
  );
}

export default function record(): void {
  const done = join(RECORDED, 'done');
  const wanted = Math.max(...DEPENDS.map((path) => newest(join(ROOT, path))));
  if (existsSync(done) && statSync(done).mtimeMs > wanted) return;
  const python = process.env.PAIZHUO_PYTHON ?? join(ROOT, '.venv/bin/python');
  const fresh = `${RECORDED}.${process.pid}`; // beside it, so that a run at the same time finds whole recordings
  execFileSync(python, [join(ROOT, 'scripts/recorded.py'), fresh], { stdio: 'inherit' });
  writeFileSync(join(fresh, 'done'), '');
  rmSync(RECORDED, { recursive: true, force: true });
  renameSync(fresh, RECORDED);
}
