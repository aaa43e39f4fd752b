import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineConfig } from 'vitest/config'
import { testDefaults } from '../../.config/vitest.base.ts'

const server = 'http://127.0.0.1:4000'

/**
 * Files that would otherwise be many of a few hundred bytes: asking for fifty of them held the page for as long as they took to load (decision 0145).
 * What only lists and editors need stays out of them, above all the libraries of long tables and of Markdown.
 */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  {
    name: 'parts',
    test: /@tabler|[\\/]apps[\\/]web[\\/]src[\\/](?:ui|lib)[\\/](?!charts|markdown|paged-table|server-list|use-virtual-rows|collection-dialog|picture-input)|[\\/]packages[\\/]sdk[\\/](?!.*(?:godmode|workflows|zeus|stories))/,
    minShareCount: 4,
    priority: 1,
  },
]

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
  ],
  // the server writes another one into each page (apps/server/src/site); styles that libraries put into the page carry it
  html: { cspNonce: 'AUSPEX_STYLE_NONCE' },
  build: {
    target: 'es2024',
    // The first that know light-dark(); what is made of it for older ones needs `color-scheme` without a variable, which Mantine has.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // A data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs is one file.
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { '/api': server, '/assistant': server, '/identity': server, '/config.json': server } },
  test: {
    ...testDefaults,
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    css: false,
    include: ['src/**/*.test.{ts,tsx}'],
  },
})
