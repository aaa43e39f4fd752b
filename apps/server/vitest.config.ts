import { defineConfig } from 'vitest/config'
import { testDefaults } from '../../.config/vitest.base.ts'

// Several files start an entire server: two at a time would be slower than one after the other.
export default defineConfig({ test: { ...testDefaults, isolate: true, fileParallelism: false } })
