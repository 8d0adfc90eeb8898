import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { ProxyOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import { catalogues } from './build/catalogues.ts';
import { precompress } from './build/precompress.ts';
import { rules } from './build/rules.ts';
import { worker } from './build/worker.ts';

const OUT = resolve(import.meta.dirname, '../src/paizhuo/server/client');
const SERVER = process.env.PAIZHUO_SERVER ?? 'http://127.0.0.1:8000';

/** The server allows only its own Origin, so the proxy speaks for it. */
const server: ProxyOptions = {
  target: SERVER,
  changeOrigin: true,
  ws: true,
  rewriteWsOrigin: true,
  headers: { origin: SERVER },
};

export default defineConfig({
  plugins: [svelte(), catalogues(Boolean(process.env.VITEST)), rules(), worker(), precompress(OUT)],
  resolve: {
    alias: { $lib: resolve(import.meta.dirname, 'src/lib') },
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': server, '^/r/[^/]+/.+': server },
  },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: ['safari16.4', 'chrome111'],
    modulePreload: { polyfill: false }, // both browsers have it, and the polyfill would be an inline script's work
    assetsInlineLimit: 0, // every asset is a file of its own, so that the policy for sources stays short
    reportCompressedSize: false,
    chunkSizeWarningLimit: 300,
  },
  test: {
    environment: 'node',
    globalSetup: './tests/record.ts',
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
  },
});
