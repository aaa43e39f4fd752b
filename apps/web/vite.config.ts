import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineConfig } from 'vitest/config'
import { testDefaults } from '../../.config/vitest.base.ts'

const server = 'http://127.0.0.1:4000'

/**
 * Chunks for code that would otherwise be many files of a few hundred bytes: requesting fifty of them delayed the page until
 * all had loaded (docs/decisions/web-app.md). Code that only lists and editors need stays out of them, above all the libraries
 * of long tables and of Markdown.
 */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  {
    name: 'parts',
    test: /@tabler|[\\/]apps[\\/]web[\\/]src[\\/](?:ui|lib)[\\/](?!charts|markdown|paged-table|(?:lists[\\/])?server-list|use-virtual-rows|collection-dialog|picture-input)|[\\/]packages[\\/]sdk[\\/](?!.*(?:godmode|workflows|zeus|stories))/,
    minShareCount: 4,
    priority: 1,
  },
]

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
  ],
  // the server replaces it in each page (apps/server/src/site); styles injected by libraries carry it
  html: { cspNonce: 'AUSPEX_STYLE_NONCE' },
  build: {
    target: 'es2024',
    // The first versions that support light-dark(); the fallback for older ones breaks if `color-scheme` uses a variable, as Mantine's does.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // A data: URL would require an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Code that every page needs is one file.
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { '/api': server, '/assistant': server, '/identity': server, '/config.json': server } },
  test: {
    ...testDefaults,
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    css: false,
    // A screen as text in every message of a wait that goes on took a twelfth of the time; a failed file is repeated with it.
    env: { DEBUG_PRINT_LIMIT: process.env['DEBUG_PRINT_LIMIT'] ?? '0' },
    include: ['src/**/*.test.{ts,tsx}'],
  },
})
