import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { testDefaults } from '../../.config/vitest.base.ts'

const packages = globSync('packages/*/package.json').map((file) => dirname(file))

export default defineConfig({
  test: {
    projects: [
      ...packages.map((root) => ({ test: { ...testDefaults, name: `@auspex/${basename(root)}`, root } })),
      'apps/api',
      'apps/identity',
      'apps/server',
      'apps/web',
      'scripts',
    ],
    passWithNoTests: false,
  },
})
