import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/api', 'apps/identity', 'apps/web', 'scripts'],
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    passWithNoTests: false,
  },
})
