/** Tests in a real browser on the real server. They share two cores with it, and mostly wait for one another. */
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    include: ['e2e/**/*.test.ts'],
    // Two workers; all files of one share its server and its browser.
    isolate: false,
    maxWorkers: 2,
    // The first test waits for the server, and the first server for the engine's compiler.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } }, // other suites may keep the machine busy
  },
});
