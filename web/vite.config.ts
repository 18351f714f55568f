import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { groups } from './chunks.ts'
import { notices } from './notices.mjs'

// The page is built into the package, from where the server serves it; in the mode `site` (make site) it is one that
// needs no server and works below any path.
export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [svelte(), notices()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/repulse/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A slow machine is no reason for a warning.
    rolldownOptions: { output: { codeSplitting: { groups } }, checks: { bundlerTimings: false } },
  },
  server: {
    // The list of languages and the motifs lie in the package.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  // Components are tested in the build of Svelte for browsers.
  ...(mode === 'test' ? { resolve: { conditions: ['browser'] } } : {}),
  test: { environment: 'node', include: ['src/**/*.test.ts', 'notices.test.mjs', 'unused.test.mjs'] },
}))
