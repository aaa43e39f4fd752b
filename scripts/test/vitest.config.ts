import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { testDefaults } from '../../.config/vitest.base.ts'

/** Projects without settings of their own. */
const plain = [...globSync('packages/*/package.json').map((file) => dirname(file)), 'apps/identity']

export default defineConfig({
  test: {
    projects: [
      ...plain.map((root) => ({ test: { ...testDefaults, name: `@auspex/${basename(root)}`, root } })),
      'apps/api',
      'apps/server',
      'apps/web',
      'scripts',
    ],
    passWithNoTests: false,
  },
})
