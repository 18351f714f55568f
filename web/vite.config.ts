import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The page is built into the package, from where the server serves it; in the mode `site` (make site) it is one that
// needs no server and works below any path.
export default defineConfig(({ mode }) => ({
  base: mode === 'site' ? './' : '/',
  plugins: [svelte()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/repulse/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
}))
