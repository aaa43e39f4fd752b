import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/api', 'apps/identity', 'apps/server', 'apps/web', 'scripts'],
    passWithNoTests: false,
  },
})
