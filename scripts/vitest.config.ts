import { defineConfig } from 'vitest/config'
import { testDefaults } from '../.config/vitest.base.ts'

export default defineConfig({
  test: { ...testDefaults, isolate: true, include: ['**/*.test.ts'], fileParallelism: false },
})
